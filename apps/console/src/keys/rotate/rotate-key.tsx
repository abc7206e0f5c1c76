'use client'

import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/keys-revoke.tsx'
import { keySecret } from '../reveal/key-secret.tsx'
import { RotateForm } from './rotate-form.tsx'

interface RotateKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

/** Replaces a key string: asks for the overlap, then shows the new string once. */
export function RotateKey({ record, opened, onClose }: RotateKeyProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const rotate = useMutation({ ...trpc.keys.rotate.mutationOptions(), gcTime: 0 })

  function close() {
    const rotated = rotate.data !== undefined
    rotate.reset()
    onClose()
    if (!rotated) return
    void cache.invalidateQueries(trpc.keys.pathFilter())
    void cache.invalidateQueries(trpc.audit.pathFilter())
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.rotate.title(record.name)}
      titleAfter={texts.rotate.done(record.name)}
      secret={rotate.data && keySecret(rotate.data)}
      isBusy={rotate.isPending}
      onClose={close}
    >
      <RotateForm
        record={record}
        isBusy={rotate.isPending}
        error={rotate.error}
        onSubmit={(overlapSeconds) =>
          rotate.mutate({ params: { keyId: record.id }, body: { overlapSeconds } })
        }
        onCancel={close}
      />
    </RevealDialog>
  )
}
