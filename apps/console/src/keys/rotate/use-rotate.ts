'use client'

import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/**
 * Rotates a key. Fails if the key has changed since `over` was read: repeating a rotation whose answer was lost would
 * rotate the key twice.
 */
export function useRotate() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutate, ...rotation } = useMutation({
    ...trpc.keys.rotate.mutationOptions({
      // It may have been rotated all the same, or by somebody else.
      onError: () => void cache.invalidateQueries(trpc.keys.pathFilter()),
    }),
    gcTime: 0,
  })
  const rotate = (over: Key, overlapSeconds: number) =>
    mutate({ params: { keyId: over.id }, body: { overlapSeconds }, ifMatch: `"${over.etag}"` })
  return { ...rotation, rotate }
}
