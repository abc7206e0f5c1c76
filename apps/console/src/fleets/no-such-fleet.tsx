import { IconTruckOff } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'

export function NoSuchFleet() {
  return (
    <State
      icon={IconTruckOff}
      heading="h1"
      title="There is no such fleet"
      action={<PageLink href="/fleets">See all fleets</PageLink>}
    >
      This organization has no fleet with this id. It may have been deleted.
    </State>
  )
}
