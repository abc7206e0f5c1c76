'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { texts } from '#texts/states.ts'
import { State } from './state.tsx'

interface PageFaultProps {
  /** Next.js gives server errors a digest, which identifies them in the server's log. */
  readonly error: Error & { digest?: string }
  readonly retry: () => void
}

/** Shown instead of a page that could not be rendered. */
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
