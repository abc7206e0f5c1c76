import { IconKeyOff } from '@tabler/icons-react'
import Link from 'next/link'
import { State } from '#states/state.tsx'

export function NoSuchKey({ id }: { id: string }) {
  return (
    <State
      icon={IconKeyOff}
      heading="h1"
      title="There is no such key"
      action={<Link href="/keys">See all keys</Link>}
    >
      No key <code>{id}</code> is in this organization.
    </State>
  )
}
