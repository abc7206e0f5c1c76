'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { useRun, useUnfinished } from '#form/use-run.ts'

/** Included and excluded, as ISO 8601. */
interface Range {
  readonly from: string
  readonly to: string
}

/** Redelivers everything that failed in a range, up to a thousand per call. */
export function useRedelivery(integrationId: string) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { run, stop, isRunning, isStopping } = useRun()
  const { mutateAsync } = useMutation(trpc.integrations.redeliverMany.mutationOptions())
  const [sent, setSent] = useState(0)
  const [error, setError] = useState<unknown>()
  useUnfinished(error !== undefined)

  /** @returns how many were sent until it was done or stopped; undefined if a call failed */
  const redeliver = (range: Range) =>
    run(async (isStopped) => {
      const params = { integrationId }
      let total = 0
      setSent(0)
      setError(undefined)
      try {
        for (let goesOn = true; goesOn && !isStopped(); setSent(total)) {
          const { deliveries, remaining } = await mutateAsync({ params, body: range })
          total += deliveries
          goesOn = deliveries > 0 && remaining > 0
        }
        return total
      } catch (error) {
        setError(error)
        return undefined
      } finally {
        void cache.invalidateQueries(trpc.integrations.pathFilter())
      }
    })

  return { redeliver, stop, isRunning, isStopping, sent, error }
}
