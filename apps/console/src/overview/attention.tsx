'use client'

import type { CallCounts } from '@sluice/contract'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { isNearlyFull } from '#limits/storage/storage.ts'
import { texts } from '#texts/overview.ts'
import classes from './attention.module.css'
import { concernsOf } from './concerns.ts'
import { overviewQueries } from './queries.ts'

/** What needs attention now, with links to the lists. `counts` covers the last 24 hours. */
export function Attention({ counts }: { counts: CallCounts | undefined }) {
  const trpc = useTRPC()
  const { expiring, leaked, refused, integrations, freshness, storage } = overviewQueries
  const answers = {
    expiring: useQuery(trpc.keys.list.queryOptions(expiring)).data,
    leaked: useQuery(trpc.keys.list.queryOptions(leaked)).data,
    refused: useQuery(trpc.keys.list.queryOptions(refused)).data,
    integrations: useQuery(trpc.integrations.list.queryOptions(integrations)).data,
    storage: useQuery(trpc.organization.storage.queryOptions(storage)).data,
    things: useQuery({ ...trpc.things.count.queryOptions(freshness), refetchInterval: 60_000 })
      .data,
  }
  const isComplete = counts !== undefined && Object.values(answers).every((one) => one)
  const concerns = concernsOf({
    counts,
    expiring: answers.expiring?.total ?? 0,
    leaked: answers.leaked?.total ?? 0,
    refused: answers.refused?.total ?? 0,
    failing: answers.integrations?.total ?? 0,
    silent: answers.things?.freshness.silent ?? 0,
    full: answers.storage?.items.filter(isNearlyFull).length ?? 0,
  })
  return (
    <Section title={texts.attention.title}>
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
            {isComplete ? texts.attention.none : texts.attention.looking}
          </li>
        )}
      </ul>
    </Section>
  )
}
