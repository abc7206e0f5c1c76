'use client'

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { callAuth } from '#auth-calls/call-auth.ts'
import { useAuthCall } from '#auth-calls/use-auth-call.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/account-two-step.tsx'
import { useReload } from '../use-account.ts'
import { AskPassword } from './ask-password.tsx'
import { backupCodes } from './backup-codes.tsx'
import { ConfirmCode } from './confirm-code.tsx'
import type { Setup } from './setup.ts'

interface TurnOnProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Turns two-step sign-in on: asks for the password, then a code of the app, then shows the backup codes. */
export function TurnOn({ opened, onClose }: TurnOnProps) {
  const reload = useReload()
  const [setup, setSetup] = useState<Setup>()
  const [isOn, setOn] = useState(false)
  const enable = useAuthCall((password: string) =>
    callAuth<Setup>('/two-factor/enable', { password }),
  )
  const verify = useAuthCall((code: string) => callAuth('/two-factor/verify-totp', { code }))

  async function close() {
    onClose()
    setSetup(undefined)
    setOn(false)
    if (!isOn) return
    notifications.show({ message: texts.on.noted })
    await reload()
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.on.title}
      titleAfter={texts.on.done}
      secret={setup && isOn ? backupCodes(setup.backupCodes) : undefined}
      isBusy={enable.isPending || verify.isPending}
      onClose={close}
    >
      {setup ? (
        <ConfirmCode
          totpUri={setup.totpURI}
          call={verify.ask}
          onDone={() => setOn(true)}
          onCancel={close}
        />
      ) : (
        <AskPassword submit={texts.on.next} call={enable.ask} onDone={setSetup} onCancel={close}>
          <Text size="sm">{texts.on.text}</Text>
        </AskPassword>
      )}
    </RevealDialog>
  )
}
