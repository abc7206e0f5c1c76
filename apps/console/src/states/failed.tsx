'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '#data/failure.ts'
import { texts } from '#texts/states.ts'
import { State } from './state.tsx'

interface FailedProps {
  /** Says what could not be loaded. */
  readonly title: string
  /** Replaces the error's message. */
  readonly why?: string | undefined
  readonly error: unknown
  readonly retry: () => unknown
}

export function Failed({ title, error, why, retry }: FailedProps) {
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
        {why ?? failureText(error)}
      </State>
    </div>
  )
}
