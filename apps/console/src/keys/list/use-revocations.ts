'use client'

import type { Key } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'

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
  const [isStopping, setStopping] = useState(false)
  const stops = useRef(false)
  const { mutateAsync } = useMutation(trpc.keys.revoke.mutationOptions())
  const all = useMutation({
    async mutationFn(keys: readonly Key[]): Promise<Outcome> {
      stops.current = false
      const failed: Failure[] = []
      let tried = 0
      for (const key of keys) {
        if (stops.current) break
        tried += 1
        await mutateAsync({ params: { keyId: key.id } }).catch((error) =>
          failed.push({ id: key.id, name: key.name, why: failureText(error) }),
        )
      }
      setFailures(failed)
      setStopping(false)
      void cache.invalidateQueries(trpc.audit.pathFilter())
      const refreshed = cache.invalidateQueries(trpc.keys.pathFilter())
      const { length } = failed
      // A retry is of the keys that are still active.
      if (length > 0) await refreshed
      return { revoked: tried - length, failed: length, isStopped: tried < keys.length }
    },
  })
  const forget = useCallback(() => setFailures([]), [])
  /** Leaves the keys alone whose turn has not come. */
  const stop = useCallback(() => {
    stops.current = true
    setStopping(true)
  }, [])
  return { revoke: all.mutateAsync, isPending: all.isPending, isStopping, failures, forget, stop }
}
