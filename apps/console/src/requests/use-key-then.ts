'use client'

import type { Key } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { keyThen } from './key-then.ts'

/** Changes that are looked through: of a key that had more since, what it had then is not told. */
const MOST_CHANGES = 100

/** A key's scopes and addresses as they were at a time, by the audit log. */
export function useKeyThen(record: Key, at: string) {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.audit.list.queryOptions({
      query: { resource: `KEY/${record.id}`, from: at, limit: MOST_CHANGES },
    }),
  )
  return keyThen(record, data?.items ?? [])
}
