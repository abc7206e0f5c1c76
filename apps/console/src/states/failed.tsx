'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '#data/failure.ts'
import { texts } from '#texts/states.ts'
import { State } from './state.tsx'

interface FailedProps {
  /** Says what could not be loaded. */
  readonly title: string
  readonly error: unknown
  readonly retry: () => unknown
}

export function Failed({ title, error, retry }: FailedProps) {
  return (
    <div role="alert">
      <State
        icon={IconAlertTriangle}
        title={title}
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
