'use client'

import type { CallCounts } from '@sluice/contract'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { isNearlyFull } from '#limits/storage/storage.ts'
import { Loaded, type LoadedQuery } from '#states/loaded.tsx'
import { texts } from '#texts/overview.ts'
import classes from './attention.module.css'
import { concernsOf } from './concerns.ts'
import { overviewQueries } from './queries.ts'

interface AttentionProps {
  /** The calls of the last 24 hours. */
  readonly calls: LoadedQuery<CallCounts>
}

/** What needs attention now, with links to the lists. */
export function Attention({ calls }: AttentionProps) {
  const trpc = useTRPC()
  const asked = overviewQueries
  const queries = {
    expiring: useQuery(trpc.keys.list.queryOptions(asked.expiring)),
    leaked: useQuery(trpc.keys.list.queryOptions(asked.leaked)),
    refused: useQuery(trpc.keys.list.queryOptions(asked.refused)),
    integrations: useQuery(trpc.integrations.list.queryOptions(asked.integrations)),
    storage: useQuery(trpc.organization.storage.queryOptions(asked.storage)),
    things: useQuery({
      ...trpc.things.count.queryOptions(asked.freshness),
      refetchInterval: 60_000,
    }),
  }
  const unknown = [calls, ...Object.values(queries)].filter(({ data }) => data === undefined)
  const failed = unknown.filter(({ error }) => error)
  const concerns = concernsOf({
    counts: calls.data,
    expiring: queries.expiring.data?.total ?? 0,
    leaked: queries.leaked.data?.total ?? 0,
    refused: queries.refused.data?.total ?? 0,
    failing: queries.integrations.data?.total ?? 0,
    silent: queries.things.data?.freshness.silent ?? 0,
    full: queries.storage.data?.items.filter(isNearlyFull).length ?? 0,
  })
  const found = {
    data: failed.length > 0 && concerns.length === 0 ? undefined : concerns,
    error: failed[0]?.error,
    refetch: () => failed.map(({ refetch }) => refetch()),
  }
  return (
    <Section title={texts.attention.title}>
      <Loaded query={found} title={texts.attention.failed}>
        {() => (
          <ul className={classes.concerns}>
            {concerns.map(({ words, href }) => (
              <li key={href}>
                <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
                <PageLink href={href}>{words}</PageLink>
              </li>
            ))}
            {concerns.length === 0 && (
              <li data-calm>
                <IconCircleCheck size={16} stroke={1.6} aria-hidden />
                {unknown.length === 0 ? texts.attention.none : texts.attention.looking}
              </li>
            )}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
