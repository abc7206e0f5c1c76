'use client'

import { notifications } from '@mantine/notifications'
import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/keys-change.tsx'
import type { KeyChange } from './change.ts'

/**
 * Saves a change of a key, which all nodes apply within a second. Fails if somebody else has changed the key since `over`
 * was read.
 */
export function useUpdate() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutateAsync, isPending } = useMutation(
    trpc.keys.update.mutationOptions({
      onSuccess({ name }) {
        notifications.show({ message: texts.edit.done(name) })
        // Not awaited, so that the dialog closes at once.
        void cache.invalidateQueries(trpc.keys.pathFilter())
        void cache.invalidateQueries(trpc.audit.pathFilter())
      },
    }),
  )
  const update = (over: Key, body: KeyChange) =>
    mutateAsync({ params: { keyId: over.id }, body, ifMatch: `"${over.etag}"` })
  return { update, isPending }
}
