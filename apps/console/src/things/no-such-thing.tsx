import { IconBroadcastOff } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'

export function NoSuchThing() {
  return (
    <State
      icon={IconBroadcastOff}
      heading="h1"
      title="There is no such thing"
      action={<PageLink href="/things">See all things</PageLink>}
    >
      This organization has no thing with this id. It may have been deleted.
    </State>
  )
}
