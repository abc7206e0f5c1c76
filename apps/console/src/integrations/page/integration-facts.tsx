import type { Integration, Threshold } from '@sluice/contract'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts as integrationTexts } from '#texts/integrations.ts'
import { texts } from '#texts/integrations-page.tsx'
import { Answered } from '../answered.tsx'
import { standingOf } from '../standing.ts'
import { useTries } from '../use-tries.ts'
import classes from './integration-facts.module.css'

export function IntegrationFacts({ record }: { record: Integration }) {
  const tries = useTries([record.id])(record.id)
  const rows: [string, ReactNode][] = [
    [texts.facts.status, <StatusMark key="status" status={standingOf(record)} />],
    [integrationTexts.answeredDay, <Answered key="day" tries={tries?.day} />],
    [integrationTexts.answeredWeek, <Answered key="week" tries={tries?.week} />],
    [texts.facts.id, <code key="id">{record.id}</code>],
    [texts.facts.events, <Lines key="events" lines={record.eventTypes} />],
    [texts.facts.resources, <code key="filter">{record.resourceFilter}</code>],
  ]
  if (record.thresholds.length > 0) {
    rows.push([
      texts.facts.thresholds,
      <Lines key="thresholds" lines={record.thresholds.map(inWords)} />,
    ])
  }
  if (record.urlKeyId) {
    rows.push([
      texts.facts.urlKey,
      <PageLink key="urlKey" href={`/keys/${encodeURIComponent(record.urlKeyId)}`}>
        {record.urlKeyId}
      </PageLink>,
    ])
  }
  if (record.previousSecretUntil) {
    rows.push([
      texts.facts.oldSecretValidUntil,
      <ExactTime key="previousSecretUntil" iso={record.previousSecretUntil} />,
    ])
  }
  rows.push([texts.facts.description, record.description || texts.facts.none])
  rows.push([texts.facts.labels, <Labels key="labels" labels={record.labels} />])
  rows.push([texts.facts.created, <ExactTime key="createdAt" iso={record.createdAt} />])
  rows.push([texts.facts.updated, <ExactTime key="updatedAt" iso={record.updatedAt} />])
  return <Facts rows={rows} />
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>
          <code>{line}</code>
        </li>
      ))}
    </ul>
  )
}

function inWords({ metric, above, below }: Threshold): string {
  const sides = [above !== null && `> ${above}`, below !== null && `< ${below}`]
  return `${metric} ${sides.filter((side) => side !== false).join(' or ')}`
}
