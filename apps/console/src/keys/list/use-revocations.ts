'use client'

import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'

interface Failure {
  readonly id: string
  readonly name: string
  readonly why: string
}

/** Revokes keys one after another. A failure does not stop the others, and can be retried. */
export function useRevocations() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const { mutateAsync } = useMutation(trpc.keys.revoke.mutationOptions())
  const all = useMutation({
    /** Resolves with the number of revoked keys. */
    async mutationFn(keys: readonly Key[]) {
      const failed: Failure[] = []
      for (const key of keys) {
        await mutateAsync({ params: { keyId: key.id } }).catch((error) =>
          failed.push({ id: key.id, name: key.name, why: failureText(error) }),
        )
      }
      setFailures(failed)
      await cache.invalidateQueries(trpc.keys.pathFilter())
      return keys.length - failed.length
    },
  })
  const forget = useCallback(() => setFailures([]), [])
  return { revoke: all.mutateAsync, isPending: all.isPending, failures, forget }
}
