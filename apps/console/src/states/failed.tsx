'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '#data/failure.ts'
import { texts } from '#texts/states.ts'
import { State } from './state.tsx'

interface FailedProps {
  /** What did not load, as in "The keys". */
  readonly what: string
  readonly error: unknown
  readonly retry: () => unknown
}

export function Failed({ what, error, retry }: FailedProps) {
  return (
    <div role="alert">
      <State
        icon={IconAlertTriangle}
        title={texts.notLoaded(what)}
        action={
          <Button variant="default" onClick={() => retry()}>
            {texts.tryAgain}
          </Button>
        }
      >
        {failureText(error)}
      </State>
    </div>
  )
}
