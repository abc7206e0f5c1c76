'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { State } from './state.tsx'

interface PageFaultProps {
  /** Next gives a fault on the server a digest, under which the server's log has the rest. */
  readonly error: Error & { digest?: string }
  readonly retry: () => void
}

/** In place of a page that could not be rendered. */
export function PageFault({ error, retry }: PageFaultProps) {
  return (
    <main role="alert">
      <State
        icon={IconAlertTriangle}
        heading="h1"
        title="This page could not be shown"
        action={
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        }
      >
        Something went wrong on our side.
        {error.digest && ` If it happens again, send support the code ${error.digest}.`}
      </State>
    </main>
  )
}
