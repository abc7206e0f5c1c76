'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { texts } from '#texts/states.ts'
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
        title={texts.page.title}
        action={
          <Button variant="default" onClick={retry}>
            {texts.tryAgain}
          </Button>
        }
      >
        {texts.page.text} {error.digest && texts.page.code(error.digest)}
      </State>
    </main>
  )
}
