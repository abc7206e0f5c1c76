'use client'

import type { Key } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { keyThen } from './key-then.ts'

/** How many changes are searched. With more changes since the call, the result is only as old as the last of them. */
const MOST_CHANGES = 100

/** A key's scopes and addresses at a given time, according to the audit log. */
export function useKeyThen(record: Key, at: string) {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.audit.list.queryOptions({
      query: { resource: `KEY/${record.id}`, from: at, limit: MOST_CHANGES },
    }),
  )
  return keyThen(record, data?.items ?? [])
}
