'use client'

import { Text } from '@mantine/core'
import { useState } from 'react'
import { callAuth } from '#auth-calls/call-auth.ts'
import { useAuthCall } from '#auth-calls/use-auth-call.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/account-two-step.tsx'
import { useReload } from '../use-account.ts'
import { AskPassword } from './ask-password.tsx'
import { backupCodes } from './backup-codes.tsx'
import type { Setup } from './setup.ts'

interface RenewCodesProps {
  readonly opened: boolean
  readonly onClose: () => void
}

type Renewed = Pick<Setup, 'backupCodes'>

/** Creates new backup codes, which invalidates the old ones at once. */
export function RenewCodes({ opened, onClose }: RenewCodesProps) {
  const reload = useReload()
  const [renewed, setRenewed] = useState<Renewed>()
  const renew = useAuthCall((password: string) =>
    callAuth<Renewed>('/two-factor/generate-backup-codes', { password }),
  )

  async function close() {
    onClose()
    setRenewed(undefined)
    if (renewed) await reload()
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.codes.title}
      titleAfter={texts.codes.done}
      secret={renewed && backupCodes(renewed.backupCodes)}
      isBusy={renew.isPending}
      onClose={close}
    >
      <AskPassword
        submit={texts.codes.action}
        call={renew.ask}
        onDone={setRenewed}
        onCancel={close}
      >
        <Text size="sm">{texts.codes.text}</Text>
      </AskPassword>
    </RevealDialog>
  )
}
