import { IconTruckOff } from '@tabler/icons-react'
import Link from 'next/link'
import { State } from '#states/state.tsx'

export function NoSuchFleet() {
  return (
    <State
      icon={IconTruckOff}
      heading="h1"
      title="There is no such fleet"
      action={<Link href="/fleets">See all fleets</Link>}
    >
      This organization has no fleet with that id. It may have been deleted.
    </State>
  )
}
