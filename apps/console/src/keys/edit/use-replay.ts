'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '#data/trpc.ts'
import type { KeyChange } from './change.ts'

/** Replays the calls of the last 7 days with a change of scopes or addresses. */
export function useReplay(keyId: string, { scopes, allowedIpCidrs }: KeyChange) {
  const trpc = useTRPC()
  const { mutate, data, error, isPending, isIdle } = useMutation(trpc.keys.replay.mutationOptions())
  // A mutation only because it needs a body: it changes nothing and can be repeated.
  const question = JSON.stringify({
    ...(scopes && { scopes }),
    ...(allowedIpCidrs && { allowedIpCidrs }),
  })
  useEffect(() => {
    mutate({ params: { keyId }, body: JSON.parse(question) })
  }, [mutate, keyId, question])
  return { data, error, isFetching: isPending || isIdle }
}
