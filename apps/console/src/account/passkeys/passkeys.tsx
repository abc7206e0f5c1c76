'use client'

import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { hindranceAt, originHere } from '#passkeys/hindrance.ts'
import { texts } from '#texts/account-passkeys.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { nameOf, type Passkey } from './passkey.ts'
import { PasskeyTable } from './passkey-table.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

/** The user's passkeys, each of which is enough to sign in. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const client = useTRPCClient()
  const hindrance = useHindrance()
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey>()
  const [deleted, setDeleted] = useState<Passkey>()
  return (
    <Section
      title={texts.title}
      actions={
        hindrance === undefined && (
          <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
            {texts.addOpens}
          </Button>
        )
      }
    >
      <SectionLead>
        {texts.lead} {hindrance ?? (passkeys.length === 0 && texts.none)}
      </SectionLead>
      {passkeys.length > 0 && (
        <PasskeyTable passkeys={passkeys} onRename={setRenamed} onDelete={setDeleted} />
      )}
      <AddPasskey opened={isAdding} onClose={() => setAdding(false)} />
      <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />
      <ConfirmDialog
        title={texts.delete.title}
        action={texts.delete.action}
        done={texts.delete.done}
        act={async () => deleted && client.account.deletePasskey.mutate({ passkeyId: deleted.id })}
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
      >
        {deleted && texts.delete.text(nameOf(deleted))}
      </ConfirmDialog>
    </Section>
  )
}

/** Why passkeys cannot be used here. Only the browser knows, so it is undefined until the effect runs. */
function useHindrance(): string | undefined {
  const [hindrance, setHindrance] = useState<string>()
  useEffect(() => setHindrance(hindranceAt(originHere())), [])
  return hindrance
}
