'use client'

import type { Key } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { useRelativeTime } from '#format/time.tsx'
import { texts } from '#texts/keys-revoke.tsx'

interface RevokeKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before revoking a key, with its name and the effect. */
export function RevokeKey({ record, ...dialog }: RevokeKeyProps) {
  const { id, name, display } = record
  const revoke = useMutation(useTRPC().keys.revoke.mutationOptions())
  return (
    <ConfirmDialog
      title={texts.one.title(name)}
      action={texts.one.action}
      done={texts.one.done(name)}
      act={() => revoke.mutateAsync({ params: { keyId: id } })}
      {...dialog}
    >
      <p>{texts.one.effect(display)}</p>
      <p>
        <LastUse record={record} />
      </p>
    </ConfirmDialog>
  )
}

function LastUse({ record: { lastUsedAt, lastUsedIp } }: { record: Key }) {
  const relative = useRelativeTime()
  if (!lastUsedAt) return texts.one.unused
  return texts.one.lastUsed(relative(lastUsedAt), lastUsedIp)
}
