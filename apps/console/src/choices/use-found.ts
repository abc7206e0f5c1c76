'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { isMissing } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import { type Choice, type ChoiceKind, type FoundChoices, sources } from './kinds.ts'

interface Wanted {
  /** Undefined disables the query. */
  readonly kind: ChoiceKind | undefined
  /** A part of the id or the name; empty matches all. */
  readonly text: string
  readonly limit: number
}

interface Found {
  /** Undefined while loading or after a failure. */
  readonly found: FoundChoices | undefined
  readonly hasFailed: boolean
}

interface Named {
  /** As far as loaded. Those that are deleted or not readable are left out. */
  readonly named: readonly Choice[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
}

/** Fetches the first matches of a kind, ordered by id. */
export function useFound({ kind, text, limit }: Wanted): Found {
  const client = useTRPCClient()
  const { data, isError } = useQuery({
    queryKey: ['choices', kind, { text, limit }],
    queryFn: () =>
      sources[kind ?? 'thing'].list(client, { text: text || undefined, limit, fields: 'id,name' }),
    enabled: kind !== undefined,
  })
  return { found: data, hasFailed: isError && data === undefined }
}

/** Fetches resources of a kind by id. */
export function useNamed(kind: ChoiceKind | undefined, ids: readonly string[]): Named {
  const client = useTRPCClient()
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['choices', kind, 'one', id],
      queryFn: () => sources[kind ?? 'thing'].get(client, id).catch(noneWhereMissing),
      enabled: kind !== undefined,
    })),
  })
  return {
    named: answers.flatMap(({ data }) => data ?? []),
    isLoading: answers.some(({ isLoading }) => isLoading),
    hasFailed: answers.some(({ data, isError }) => isError && data === undefined),
  }
}

function noneWhereMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
