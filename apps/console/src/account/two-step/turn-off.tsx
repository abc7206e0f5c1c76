'use client'

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { callAuth } from '#auth-calls/call-auth.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '#texts/account-two-step.tsx'
import { useReload } from '../use-account.ts'
import { AskPassword } from './ask-password.tsx'

interface TurnOffProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function TurnOff({ opened, onClose }: TurnOffProps) {
  const reload = useReload()

  async function done() {
    onClose()
    notifications.show({ message: texts.off.noted })
    await reload()
  }

  return (
    <FormDialog opened={opened} title={texts.off.title} onClose={onClose}>
      <AskPassword
        submit={texts.off.action}
        call={(password) => callAuth('/two-factor/disable', { password })}
        onDone={done}
        onCancel={onClose}
      >
        <Text size="sm">{texts.off.text}</Text>
      </AskPassword>
    </FormDialog>
  )
}
