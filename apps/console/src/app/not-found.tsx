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
        title="Page not found"
        action={<Link href="/">Go to the overview</Link>}
      >
        Check the address, or go to the overview.
      </State>
    </main>
  )
}
