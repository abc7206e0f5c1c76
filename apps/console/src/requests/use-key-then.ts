'use client'

import type { Key } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { keyThen } from './key-then.ts'

/** A few are enough: every change except the key's creation records the access before it. */
const FIRST_CHANGES = 10

/** A key's scopes and addresses at a given time, according to the audit log. Today's until that is known. */
export function useKeyThen(record: Key, at: string) {
  const trpc = useTRPC()
  const { data, isPending } = useQuery(
    trpc.audit.list.queryOptions({
      query: { resource: `KEY/${record.id}`, from: at, sort: 'at', limit: FIRST_CHANGES },
    }),
  )
  return { ...keyThen(record, data?.items ?? []), isPending, isKnown: data !== undefined }
}
