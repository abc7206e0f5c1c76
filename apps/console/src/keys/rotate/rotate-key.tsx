'use client'

import type { Key } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/keys-revoke.tsx'
import { keySecret } from '../reveal/key-secret.tsx'
import { RotateForm } from './rotate-form.tsx'
import { useRotate } from './use-rotate.ts'

interface RotateKeyProps {
  readonly record: Key
  readonly opened: boolean
  readonly onClose: () => void
}

/** Replaces a key string: asks for the overlap, then shows the new string once. */
export function RotateKey({ record, opened, onClose }: RotateKeyProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const rotation = useRotate()

  function close() {
    const rotated = rotation.data !== undefined
    rotation.reset()
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
      secret={rotation.data && keySecret(rotation.data)}
      isBusy={rotation.isPending}
      onClose={close}
    >
      <RotateForm
        record={record}
        isBusy={rotation.isPending}
        error={rotation.error}
        onSubmit={rotation.rotate}
        onCancel={close}
      />
    </RevealDialog>
  )
}
