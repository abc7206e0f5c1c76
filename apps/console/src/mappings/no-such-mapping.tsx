import { IconArrowsExchange } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'

export function NoSuchMapping() {
  return (
    <State
      icon={IconArrowsExchange}
      heading="h1"
      title="There is no such mapping"
      action={<PageLink href="/mappings">See all mappings</PageLink>}
    >
      This organization has no mapping with this id. It may have been deleted.
    </State>
  )
}
