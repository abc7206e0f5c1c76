'use client'

import type { Key } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { useNow } from '#format/clock.tsx'
import { relativeTime } from '#format/times.ts'

interface RevokeKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks before a key is revoked, naming it and what will stop working. */
export function RevokeKey({ record, ...dialog }: RevokeKeyProps) {
  const { id, name, display } = record
  const revoke = useMutation(useTRPC().keys.revoke.mutationOptions())
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      action="Revoke key"
      done={`“${name}” is revoked.`}
      act={() => revoke.mutateAsync({ params: { keyId: id } })}
      {...dialog}
    >
      <p>
        Requests with <code>{display}</code> are refused at once, for good. The key stays on record.
      </p>
      <p>
        <LastUse record={record} />
      </p>
    </ConfirmDialog>
  )
}

function LastUse({ record: { lastUsedAt, lastUsedIp } }: { record: Key }) {
  const now = useNow()
  if (!lastUsedAt) return 'No call with it has been accepted.'
  return (
    <>
      <strong>It was last used {relativeTime(lastUsedAt, now)}</strong>
      {lastUsedIp && ` from ${lastUsedIp}`}. Anything that uses it there stops working.
    </>
  )
}
