'use client'

import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { texts } from '#texts/reveal.ts'
import type { Secret } from './secret.ts'

interface RevealProps {
  readonly secret: Secret
  readonly isStored: boolean
  readonly onStored: (stored: boolean) => void
  /** Whether the user tried to close before storing the secret. */
  readonly isLeaving: boolean
  readonly onAskToLeave: () => void
  readonly onStay: () => void
  readonly onClose: () => void
}

/** Shows a secret once. */
export function Reveal(props: RevealProps) {
  const { secret, isStored, onStored, isLeaving, onAskToLeave, onStay, onClose } = props
  return (
    <Stack gap="md">
      <Text size="sm">{secret.advice}</Text>
      {secret.shown}
      <Checkbox
        label={secret.done}
        checked={isStored}
        onChange={(event) => onStored(event.currentTarget.checked)}
      />
      <div role="alert">
        {isLeaving && !isStored && secret.unread && (
          <Alert color="yellow" title={secret.unread.title}>
            <Text size="sm" mb="sm">
              {secret.unread.text}
            </Text>
            <Group>
              <Button size="xs" variant="default" onClick={onStay}>
                {texts.back}
              </Button>
              <Button size="xs" color="red" onClick={onClose}>
                {texts.close}
              </Button>
            </Group>
          </Alert>
        )}
      </div>
      <Group justify="flex-end">
        <Button onClick={isStored ? onClose : onAskToLeave} disabled={!isStored && !secret.unread}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}
