'use client'

import { Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '#data/trpc.ts'
import { RevealDialog } from '#reveal/reveal-dialog.tsx'
import { texts } from '#texts/keys-create.tsx'
import { keySecret } from '../reveal/key-secret.tsx'

/** Loaded when the dialog opens, because the list does not need it. */
const CreateSteps = dynamic(
  () => import('./create-steps.tsx').then((module) => module.CreateSteps),
  {
    loading: () => <Skeleton height={480} />,
  },
)

interface CreateKeyProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/**
 * Creates a key, then shows its key string once. Only this component's mutation holds the string: closing resets it,
 * and it is never cached, stored or rendered on the server.
 */
export function CreateKey({ opened, onClose }: CreateKeyProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const create = useMutation({ ...trpc.keys.create.mutationOptions(), gcTime: 0 })

  function close() {
    const created = create.data !== undefined
    create.reset()
    onClose()
    if (!created) return
    void cache.invalidateQueries(trpc.keys.list.pathFilter())
    void cache.invalidateQueries(trpc.audit.pathFilter())
  }

  return (
    <RevealDialog
      opened={opened}
      title={texts.title}
      titleAfter={texts.done(create.data?.name ?? '')}
      secret={create.data && keySecret(create.data)}
      isBusy={create.isPending}
      onClose={close}
    >
      <CreateSteps
        isBusy={create.isPending}
        onSubmit={(draft) => create.mutateAsync({ body: draft })}
        onCancel={close}
      />
    </RevealDialog>
  )
}
