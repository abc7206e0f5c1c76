'use client'

import { notifications } from '@mantine/notifications'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import { texts } from '#texts/account-passkeys.tsx'
import { useReload } from '../use-account.ts'
import { NameDialog } from './name-dialog.tsx'
import { nameOf, type Passkey } from './passkey.ts'

interface RenamePasskeyProps {
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
}

export function RenamePasskey({ passkey, onClose }: RenamePasskeyProps) {
  const client = useTRPCClient()
  const reload = useReload()

  async function rename(name: string) {
    if (!passkey) return undefined
    try {
      await client.account.renamePasskey.mutate({ passkeyId: passkey.id, name })
    } catch (error) {
      return failureText(error)
    }
    onClose()
    notifications.show({ message: texts.rename.done(name) })
    await reload()
    return undefined
  }

  return (
    <NameDialog
      title={texts.rename.title}
      submit={texts.rename.action}
      opened={passkey !== undefined}
      name={passkey ? nameOf(passkey) : ''}
      onName={rename}
      onClose={onClose}
    />
  )
}
