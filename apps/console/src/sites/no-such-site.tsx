import { IconMapPinOff } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'

export function NoSuchSite() {
  return (
    <State
      icon={IconMapPinOff}
      heading="h1"
      title="There is no such site"
      action={<PageLink href="/sites">See all sites</PageLink>}
    >
      This organization has no site with this id. It may have been deleted.
    </State>
  )
}
