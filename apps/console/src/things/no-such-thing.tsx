import { IconBroadcastOff } from '@tabler/icons-react'
import Link from 'next/link'
import { State } from '#states/state.tsx'

export function NoSuchThing({ id }: { id: string }) {
  return (
    <State
      icon={IconBroadcastOff}
      heading="h1"
      title="There is no such thing"
      action={<Link href="/things">See all things</Link>}
    >
      No thing <code>{id}</code> is in this organization. It may have been deleted.
    </State>
  )
}
