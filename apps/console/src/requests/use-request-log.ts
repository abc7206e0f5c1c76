'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { readLogQuestion } from './question.ts'

/** Each node writes its log every few seconds: asking more often shows nothing more. */
const LIVE_LIST = 3_000
const LIVE_COUNTS = 10_000

/** The page of calls and the counts that the URL asks for; both follow the log while it is live. */
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
