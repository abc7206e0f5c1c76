'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useAddress } from '#address/base-path.tsx'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/integrations-form.ts'
import { signingSecret } from '../secret/signing-secret.tsx'
import { IntegrationForm } from './lazy-form.tsx'

interface CreateIntegrationProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Creates an integration and shows its secret once. The secret is kept only in the mutation's state. */
export function CreateIntegration({ opened, onClose }: CreateIntegrationProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const router = useRouter()
  const address = useAddress()
  const create = useMutation({ ...trpc.integrations.create.mutationOptions(), gcTime: 0 })

  function close() {
    const id = create.data?.id
    create.reset()
    onClose()
    if (id === undefined) return
    void cache.invalidateQueries(trpc.integrations.pathFilter())
    router.push(address(`/integrations/${encodeURIComponent(id)}`))
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.create.title}
      titleAfter={texts.create.done(create.data?.name ?? '')}
      secret={create.data && signingSecret(create.data.secret)}
      isBusy={create.isPending}
      onClose={close}
    >
      <IntegrationForm
        isBusy={create.isPending}
        submitLabel={texts.create.action}
        onSubmit={(body) => create.mutateAsync({ body })}
        onCancel={close}
      />
    </RevealDialog>
  )
}
