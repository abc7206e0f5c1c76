import { IconStack2 } from '@tabler/icons-react'
import Link from 'next/link'
import { State } from '#states/state.tsx'

export function NoSuchTemplate() {
  return (
    <State
      icon={IconStack2}
      heading="h1"
      title="There is no such template"
      action={<Link href="/templates">See all templates</Link>}
    >
      This organization has no template with that id. It may have been deleted.
    </State>
  )
}
