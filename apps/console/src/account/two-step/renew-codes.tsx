'use client'

import { Text } from '@mantine/core'
import { useState } from 'react'
import { callAuth } from '#auth-calls/call-auth.ts'
import { useReload } from '../use-account.ts'
import { AskPassword } from './ask-password.tsx'
import { BackupCodes } from './backup-codes.tsx'
import type { Setup } from './setup.ts'
import { TwoStepDialog } from './two-step-dialog.tsx'

interface RenewCodesProps {
  readonly opened: boolean
  readonly onClose: () => void
}

type Renewed = Pick<Setup, 'backupCodes'>

/** Makes new backup codes; those before are void at once. */
export function RenewCodes({ opened, onClose }: RenewCodesProps) {
  const reload = useReload()
  const [renewed, setRenewed] = useState<Renewed>()

  async function close() {
    onClose()
    setRenewed(undefined)
    if (renewed) await reload()
  }

  return (
    <TwoStepDialog
      opened={opened}
      title={renewed ? 'Your new backup codes' : 'Make new backup codes'}
      isLocked={renewed !== undefined}
      onClose={close}
    >
      {renewed ? (
        <BackupCodes codes={renewed.backupCodes} onClose={close} />
      ) : (
        <AskPassword
          submit="Make new codes"
          call={(password) => callAuth<Renewed>('/two-factor/generate-backup-codes', { password })}
          onDone={setRenewed}
          onCancel={close}
        >
          <Text size="sm">The codes that you have now stop working at once.</Text>
        </AskPassword>
      )}
    </TwoStepDialog>
  )
}
