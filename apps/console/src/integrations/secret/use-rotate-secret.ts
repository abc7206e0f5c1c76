'use client'

import type { Integration } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/**
 * Rotates a signing secret. Fails if the integration has changed since `over` was read: repeating a rotation whose
 * answer was lost would end the secret that is in use.
 */
export function useRotateSecret() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutate, ...rotation } = useMutation({
    ...trpc.integrations.rotateSecret.mutationOptions({
      // It may have been rotated all the same, or by somebody else.
      onError: () => void cache.invalidateQueries(trpc.integrations.pathFilter()),
    }),
    gcTime: 0,
  })
  const rotate = ({ id, etag }: Integration, overlapSeconds: number) =>
    mutate({ params: { integrationId: id }, body: { overlapSeconds }, ifMatch: `"${etag}"` })
  return { ...rotation, rotate }
}
