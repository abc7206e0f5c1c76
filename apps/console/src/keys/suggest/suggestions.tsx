'use client'

import { Skeleton } from '@mantine/core'
import type { Key, Output } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/keys-change.tsx'
import { SUGGESTION_DAYS, suggestionsQuery } from '../page/queries.ts'
import { GeneralScopes } from './general-scopes.tsx'
import { evidenceOf, Suggestion } from './suggestion.tsx'
import classes from './suggestions.module.css'

/** Suggests the narrowest scopes and allow-list that would have allowed the calls of the last 30 days. */
export function Suggestions({ record }: { record: Key }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.keys.suggestions.queryOptions(suggestionsQuery(record.id)))
  return (
    <Loaded query={query} title={texts.suggestions.failed} waiting={<Skeleton height={180} />}>
      {(data) => {
        const { calls, scopes, allowList } = data
        if (calls === 0) {
          return <p className={classes.note}>{texts.suggestions.noCalls(SUGGESTION_DAYS)}</p>
        }
        return (
          <>
            <p className={classes.note}>{texts.suggestions.basedOn(calls, SUGGESTION_DAYS)}</p>
            {scopes.general && <GeneralScopes record={record} general={scopes.general} />}
            <Suggestion
              title={scopes.general ? texts.suggestions.exact : texts.suggestions.scopes}
              record={record}
              change={
                scopes.narrower && scopes.suggested.length > 0
                  ? { scopes: scopes.suggested }
                  : undefined
              }
              otherwise={whyNot(scopes)}
              evidence={scopes.evidence.map((row) => evidenceOf(row, row.operations.join(', ')))}
            />
            <Suggestion
              title={texts.suggestions.addresses}
              record={record}
              change={
                allowList.narrower && allowList.suggested
                  ? { allowedIpCidrs: allowList.suggested }
                  : undefined
              }
              otherwise={
                allowList.suggested === null
                  ? texts.suggestions.tooMany
                  : texts.suggestions.smallest
              }
              evidence={allowList.evidence.map(({ entry, calls: count, lastAt, addresses }) => ({
                what: entry,
                calls: count,
                lastAt,
                detail: texts.suggestions.addressCount(addresses),
              }))}
            />
          </>
        )
      }}
    </Loaded>
  )
}

function whyNot({ partial, suggested }: Output<'keys.suggestions'>['scopes']): string {
  if (partial) return texts.suggestions.tooManyKinds
  return suggested.length === 0 ? texts.suggestions.noScope : texts.suggestions.narrowest
}
