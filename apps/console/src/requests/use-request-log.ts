'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { readLogQuestion } from './question.ts'

/** Nodes write their log only every few seconds, so shorter intervals would show nothing new. */
const LIVE_LIST = 3_000
const LIVE_COUNTS = 10_000

/** Loads the calls and counts that the URL asks for. Both are refreshed in live mode. */
export function useRequestLog(keyId: string | undefined) {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const question = readLogQuestion(params, keyId)
  const { isLive } = question
  const list = useQuery({
    ...trpc.calls.list.queryOptions(question.list),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && LIVE_LIST,
  })
  const counts = useQuery({
    ...trpc.calls.count.queryOptions(question.count),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && LIVE_COUNTS,
  })
  return { question, list, counts }
}
