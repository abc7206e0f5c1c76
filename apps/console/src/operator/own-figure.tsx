'use client'

import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'

/** Handlers for resetting an organization's own limit or quota. */
export function useAfterReset() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return {
    onSuccess: () => cache.invalidateQueries(trpc.operator.pathFilter()),
    onError: (error: unknown) => notifications.show({ color: 'red', message: failureText(error) }),
  }
}

interface OwnFigureProps {
  /** Labels of the two buttons for screen readers. */
  readonly labels: { readonly change: string; readonly reset: string }
  /** Whether the organization has its own value, which can be reset. */
  readonly isOwn: boolean
  readonly isResetting: boolean
  readonly onReset: () => void
  /** The dialog for a new value. */
  readonly dialog: (state: { opened: boolean; onClose: () => void }) => ReactNode
}

/** Buttons that change a limit or quota of an organization, or reset it to the default. */
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
