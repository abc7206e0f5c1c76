import { IconStack2 } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'

export function NoSuchTemplate() {
  return (
    <State
      icon={IconStack2}
      heading="h1"
      title="There is no such template"
      action={<PageLink href="/templates">See all templates</PageLink>}
    >
      This organization has no template with this id. It may have been deleted.
    </State>
  )
}
