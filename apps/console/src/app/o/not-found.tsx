import { IconMapQuestion } from '@tabler/icons-react'
import type { Metadata } from 'next'
import { State } from '#states/state.tsx'

export const metadata: Metadata = { title: 'Not found' }

/** The same for an organization that does not exist as for one of others. */
export default function NotFound() {
  return (
    <main>
      <State
        icon={IconMapQuestion}
        heading="h1"
        title="There is no such organization, or you are not a member of it"
        action={<a href="/">Go to your organization</a>}
      >
        The address may be mistyped, or you may be signed in as somebody else.
      </State>
    </main>
  )
}
