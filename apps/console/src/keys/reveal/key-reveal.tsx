'use client'

import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { Output } from '@sluice/contract'
import { CopyLine } from '#copy/copy-line.tsx'
import { useConsole } from '#frame/console-context.tsx'
import { firstCall } from './first-call.ts'
import { useUnloadGuard } from './use-unload-guard.ts'

interface KeyRevealProps {
  readonly created: Output<'keys.create'>
  readonly isStored: boolean
  readonly onStored: (stored: boolean) => void
  /** Somebody tried to close before the key was stored. */
  readonly isLeaving: boolean
  readonly onAskToLeave: () => void
  readonly onStay: () => void
  readonly onClose: () => void
}

/** The one time a key string is shown. */
export function KeyReveal(props: KeyRevealProps) {
  const { created, isStored, onStored, isLeaving, onAskToLeave, onStay, onClose } = props
  const { apiUrl } = useConsole()
  useUnloadGuard(!isStored, onAskToLeave)

  return (
    <Stack gap="md">
      <Text size="sm">
        Copy the key now and keep it where secrets belong.{' '}
        <strong>It is shown only this once</strong>; a lost key cannot be recovered, only revoked
        and replaced.
      </Text>
      <CopyLine text={created.key} what="the key" autoFocus />
      <div>
        <Text size="sm" fw={550} mb={4}>
          Try it
        </Text>
        <CopyLine text={firstCall(apiUrl, created)} what="the curl command" />
      </div>
      <Checkbox
        label="I have stored it"
        checked={isStored}
        onChange={(event) => onStored(event.currentTarget.checked)}
      />
      <div role="alert">
        {isLeaving && !isStored && (
          <Alert color="yellow" title="Close without the key?">
            <Text size="sm" mb="sm">
              It cannot be shown again. The key stays active until you revoke it.
            </Text>
            <Group>
              <Button size="xs" variant="default" onClick={onStay}>
                Go back to it
              </Button>
              <Button size="xs" color="red" onClick={onClose}>
                Close, it is not needed
              </Button>
            </Group>
          </Alert>
        )}
      </div>
      <Group justify="flex-end">
        <Button onClick={isStored ? onClose : onAskToLeave}>Done</Button>
      </Group>
    </Stack>
  )
}
