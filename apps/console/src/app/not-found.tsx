import { IconMapQuestion } from '@tabler/icons-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { State } from '#states/state.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <State
        icon={IconMapQuestion}
        heading="h1"
        title="There is no such page"
        action={<Link href="/">Go to the overview</Link>}
      >
        The address may be mistyped, or the page has moved.
      </State>
    </main>
  )
}
