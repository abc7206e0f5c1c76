'use client'

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { addPasskey } from '#passkeys/ceremony.ts'
import { deviceOf } from '../device.ts'
import { useReload } from '../use-account.ts'
import { NameDialog } from './name-dialog.tsx'

interface AddPasskeyProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Makes a passkey on this device, or on one that the browser lets choose. */
export function AddPasskey({ opened, onClose }: AddPasskeyProps) {
  const reload = useReload()

  async function add(name: string) {
    const outcome = await addPasskey(name)
    if (outcome) return outcome.fault ?? 'No passkey was made. Try again when you are ready.'
    onClose()
    notifications.show({ message: `The passkey “${name}” is added.` })
    await reload()
    return undefined
  }

  return (
    <NameDialog
      title="Add a passkey"
      submit="Go on"
      opened={opened}
      name={opened ? deviceOf(navigator.userAgent) : ''}
      onName={add}
      onClose={onClose}
    >
      <Text size="sm">Your browser asks you next where to keep it, and who you are.</Text>
    </NameDialog>
  )
}
