'use client'

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { addPasskey } from '#passkeys/ceremony.ts'
import { texts } from '#texts/account-passkeys.tsx'
import { deviceOf } from '../device.ts'
import { useReload } from '../use-account.ts'
import { NameDialog } from './name-dialog.tsx'

interface AddPasskeyProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Creates a passkey on this device, or on another one chosen in the browser. */
export function AddPasskey({ opened, onClose }: AddPasskeyProps) {
  const reload = useReload()

  async function add(name: string) {
    const outcome = await addPasskey(name)
    if (outcome) return outcome.fault ?? texts.add.cancelled
    onClose()
    notifications.show({ message: texts.add.done(name) })
    await reload()
    return undefined
  }

  return (
    <NameDialog
      title={texts.add.title}
      submit={texts.add.action}
      opened={opened}
      name={opened ? deviceOf(navigator.userAgent) : ''}
      onName={add}
      onClose={onClose}
    >
      <Text size="sm">{texts.add.text}</Text>
    </NameDialog>
  )
}
