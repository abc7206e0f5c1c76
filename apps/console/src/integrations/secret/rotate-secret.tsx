'use client'

import type { Integration } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/integrations-page.tsx'
import { RotateSecretForm } from './rotate-secret-form.tsx'
import { signingSecret } from './signing-secret.tsx'
import { useRotateSecret } from './use-rotate-secret.ts'

interface RotateSecretProps {
  readonly record: Integration
  readonly opened: boolean
  readonly onClose: () => void
}

/** Replaces the signing secret: asks for the overlap, then shows the new secret once. */
export function RotateSecret({ record, opened, onClose }: RotateSecretProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const rotation = useRotateSecret()

  function close() {
    const rotated = rotation.data !== undefined
    rotation.reset()
    onClose()
    if (rotated) void cache.invalidateQueries(trpc.integrations.pathFilter())
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.rotate.title(record.name)}
      titleAfter={texts.rotate.done(record.name)}
      secret={rotation.data && signingSecret(rotation.data.secret)}
      isBusy={rotation.isPending}
      onClose={close}
    >
      <RotateSecretForm
        record={record}
        isBusy={rotation.isPending}
        error={rotation.error}
        onSubmit={rotation.rotate}
        onCancel={close}
      />
    </RevealDialog>
  )
}
