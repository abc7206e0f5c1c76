import { IconBroadcastOff } from '@tabler/icons-react'
import Link from 'next/link'
import { State } from '#states/state.tsx'

export function NoSuchThing() {
  return (
    <State
      icon={IconBroadcastOff}
      heading="h1"
      title="There is no such thing"
      action={<Link href="/things">See all things</Link>}
    >
      This organization has no thing with that id. It may have been deleted.
    </State>
  )
}
