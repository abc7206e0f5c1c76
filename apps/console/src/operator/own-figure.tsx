'use client'

import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'

/** What is done when an organization's own figure was taken away, or could not be. */
export function useAfterReset() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return {
    onSuccess: () => cache.invalidateQueries(trpc.operator.pathFilter()),
    onError: (error: unknown) => notifications.show({ color: 'red', message: failureText(error) }),
  }
}

interface OwnFigureProps {
  /** Of the two buttons, for whoever does not see what they belong to. */
  readonly labels: { readonly change: string; readonly reset: string }
  /** Whether there is one to take away. */
  readonly isOwn: boolean
  readonly isResetting: boolean
  readonly onReset: () => void
  /** Where another one is entered. */
  readonly dialog: (state: { opened: boolean; onClose: () => void }) => ReactNode
}

/** Gives an organization a figure of its own, or takes it away. */
export function OwnFigure({ labels, isOwn, isResetting, onReset, dialog }: OwnFigureProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Group gap="xs" mt="sm">
      <Button
        size="xs"
        variant="default"
        aria-label={labels.change}
        onClick={() => setOpened(true)}
      >
        {texts.changeOpens}
      </Button>
      {isOwn && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={labels.reset}
          loading={isResetting}
          onClick={onReset}
        >
          {texts.reset}
        </Button>
      )}
      {dialog({ opened, onClose: () => setOpened(false) })}
    </Group>
  )
}
