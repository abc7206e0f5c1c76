'use client'

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { callAuth } from '#auth-calls/call-auth.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { useReload } from '../use-account.ts'
import { AskPassword } from './ask-password.tsx'

interface TurnOffProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Turns two-step sign-in off. */
export function TurnOff({ opened, onClose }: TurnOffProps) {
  const reload = useReload()

  async function done() {
    onClose()
    notifications.show({ message: 'Two-step sign-in is off.' })
    await reload()
  }

  return (
    <FormDialog opened={opened} title="Turn off two-step sign-in" onClose={onClose}>
      <AskPassword
        submit="Turn off"
        call={(password) => callAuth('/two-factor/disable', { password })}
        onDone={done}
        onCancel={onClose}
      >
        <Text size="sm">
          Your password alone signs you in again. The entry in your app and the backup codes stop
          working.
        </Text>
      </AskPassword>
    </FormDialog>
  )
}
