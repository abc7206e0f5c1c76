import type { Integration, Threshold } from '@sluice/contract'
import type { ReactNode } from 'react'
import { ExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts } from '../../texts/integrations.ts'
import { Answered } from '../answered.tsx'
import { standingOf } from '../standing.ts'
import { useTries } from '../use-tries.ts'
import classes from './integration-facts.module.css'

export function IntegrationFacts({ record }: { record: Integration }) {
  const tries = useTries([record.id])(record.id)
  const rows: [string, ReactNode][] = [
    ['Status', <StatusMark key="status" status={standingOf(record)} />],
    [texts.answeredDay, <Answered key="day" tries={tries?.day} />],
    [texts.answeredWeek, <Answered key="week" tries={tries?.week} />],
    ['Id', <code key="id">{record.id}</code>],
    ['Events', <Lines key="events" lines={record.eventTypes} />],
    ['Resources', <code key="filter">{record.resourceFilter}</code>],
  ]
  if (record.thresholds.length > 0) {
    rows.push(['Thresholds', <Lines key="thresholds" lines={record.thresholds.map(inWords)} />])
  }
  if (record.previousSecretUntil) {
    rows.push([
      'Old secret valid until',
      <ExactTime key="previousSecretUntil" iso={record.previousSecretUntil} />,
    ])
  }
  rows.push(['Description', record.description || 'None'])
  rows.push(['Labels', <Labels key="labels" labels={record.labels} />])
  rows.push(['Created', <ExactTime key="createdAt" iso={record.createdAt} />])
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
