import { IconKeyOff } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { State } from '#states/state.tsx'

export function NoSuchKey({ id }: { id: string }) {
  return (
    <State
      icon={IconKeyOff}
      heading="h1"
      title="There is no such key"
      action={<PageLink href="/keys">See all keys</PageLink>}
    >
      No key <code>{id}</code> is in this organization.
    </State>
  )
}
