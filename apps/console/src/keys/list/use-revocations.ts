'use client'

import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { useRun } from '#form/use-run.ts'

interface Failure {
  readonly id: string
  readonly name: string
  readonly why: string
}

interface Outcome {
  readonly revoked: number
  readonly failed: number
  /** Whether it was stopped before the last key. */
  readonly isStopped: boolean
}

/** Revokes keys one after another. A failure does not stop the others, and can be retried. */
export function useRevocations() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const { run, stop, isRunning, isStopping } = useRun()
  const { mutateAsync } = useMutation(trpc.keys.revoke.mutationOptions())

  /** Once it is stopped, it leaves the keys alone whose turn has not come. */
  const revoke = (keys: readonly Key[]) =>
    run(async (isStopped): Promise<Outcome> => {
      const failed: Failure[] = []
      let tried = 0
      for (const key of keys) {
        if (isStopped()) break
        tried += 1
        await mutateAsync({ params: { keyId: key.id } }).catch((error) =>
          failed.push({ id: key.id, name: key.name, why: failureText(error) }),
        )
      }
      setFailures(failed)
      void cache.invalidateQueries(trpc.audit.pathFilter())
      const refreshed = cache.invalidateQueries(trpc.keys.pathFilter())
      const { length } = failed
      // A retry is of the keys that are still active.
      if (length > 0) await refreshed
      return { revoked: tried - length, failed: length, isStopped: tried < keys.length }
    })

  const forget = useCallback(() => setFailures([]), [])
  return { revoke, isPending: isRunning, isStopping, failures, forget, stop }
}
