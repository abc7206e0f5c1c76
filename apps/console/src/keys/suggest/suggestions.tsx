'use client'

import { Skeleton } from '@mantine/core'
import type { Key } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { formatCount } from '#format/values.ts'
import { Failed } from '#states/failed.tsx'
import { GeneralScopes } from './general-scopes.tsx'
import { evidenceOf, Suggestion } from './suggestion.tsx'
import classes from './suggestions.module.css'

const DAYS = '30'

/** The least scopes and the smallest list that would have let the last 30 days' calls in. */
export function Suggestions({ record }: { record: Key }) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(
    trpc.keys.suggestions.queryOptions({ params: { keyId: record.id }, query: { days: DAYS } }),
  )
  if (error) return <Failed what="The suggestions" error={error} retry={refetch} />
  if (!data) return <Skeleton height={180} />
  const { calls, scopes, allowList } = data
  if (calls === 0) {
    return (
      <p className={classes.note}>
        No successful calls in the last {DAYS} days, so there is no suggestion.
      </p>
    )
  }
  return (
    <>
      <p className={classes.note}>
        Based on {formatCount(calls)} successful calls of the last {DAYS} days.
      </p>
      {scopes.general && <GeneralScopes record={record} general={scopes.general} />}
      <Suggestion
        title={scopes.general ? 'Exact scopes' : 'Scopes'}
        record={record}
        change={
          scopes.narrower && scopes.suggested.length > 0 ? { scopes: scopes.suggested } : undefined
        }
        otherwise={
          scopes.suggested.length === 0
            ? 'The calls needed no scope.'
            : 'The key already has the narrowest scopes for its calls.'
        }
        evidence={scopes.evidence.map((row) => evidenceOf(row, row.operations.join(', ')))}
      />
      <Suggestion
        title="Allowed addresses"
        record={record}
        change={
          allowList.narrower && allowList.suggested
            ? { allowedIpCidrs: allowList.suggested }
            : undefined
        }
        otherwise={
          allowList.suggested === null
            ? 'The calls came from more networks than a list can have.'
            : 'The key already has the smallest list for its calls.'
        }
        evidence={allowList.evidence.map(({ entry, calls: count, lastAt, addresses }) => ({
          what: entry,
          calls: count,
          lastAt,
          detail: addresses === 1 ? '1 address' : `${formatCount(addresses)} addresses`,
        }))}
      />
    </>
  )
}
