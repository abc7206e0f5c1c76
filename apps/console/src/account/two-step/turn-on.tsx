'use client'

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { callAuth } from '#auth-calls/call-auth.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { useReload } from '../use-account.ts'
import { AskPassword } from './ask-password.tsx'
import { backupCodes } from './backup-codes.tsx'
import { ConfirmCode } from './confirm-code.tsx'
import type { Setup } from './setup.ts'

interface TurnOnProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Turns two-step sign-in on: the password, then a first code of the app, then the backup codes. */
export function TurnOn({ opened, onClose }: TurnOnProps) {
  const reload = useReload()
  const [setup, setSetup] = useState<Setup>()
  const [isOn, setOn] = useState(false)

  async function close() {
    onClose()
    setSetup(undefined)
    setOn(false)
    if (!isOn) return
    notifications.show({ message: 'Two-step sign-in is on.' })
    await reload()
  }

  return (
    <RevealDialog
      opened={opened}
      title="Turn on two-step sign-in"
      titleAfter="Two-step sign-in is on"
      secret={setup && isOn ? backupCodes(setup.backupCodes) : undefined}
      isBusy={false}
      onClose={close}
    >
      {setup ? (
        <ConfirmCode totpUri={setup.totpURI} onDone={() => setOn(true)} onCancel={close} />
      ) : (
        <AskPassword
          submit="Go on"
          call={(password) => callAuth<Setup>('/two-factor/enable', { password })}
          onDone={setSetup}
          onCancel={close}
        >
          <Text size="sm">
            You need an authenticator app, on your phone for example. At sign-in it is asked for a
            code of six digits, after your password.
          </Text>
        </AskPassword>
      )}
    </RevealDialog>
  )
}
