import type { Mapping } from '@sluice/contract'
import type { ReactNode } from 'react'
import { exactTime } from '#format/times.ts'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { matchersText } from './matchers.ts'

/** What a mapping says, for those who may not change it. */
export function MappingFacts({ mapping }: { mapping: Mapping }) {
  const { thing, metric, match, drop, metrics, ignoredLabels, createMissing } = mapping
  const rows: [string, ReactNode][] = [
    ['Description', mapping.description || 'None'],
    ['Thing', <code key="thing">{thing}</code>],
    ['Metric', <code key="metric">{metric}</code>],
    ['Takes', match.length === 0 ? 'Everything' : <code key="match">{matchersText(match)}</code>],
    ['Drops', drop.length === 0 ? 'Nothing' : <code key="drop">{matchersText(drop)}</code>],
    ['Other keys', Object.keys(metrics).join(', ') || 'None'],
    ['Ignored labels', ignoredLabels.join(', ') || 'None'],
    ['Unmapped labels', mapping.unmappedLabels === 'refuse' ? 'Refused' : 'Allowed'],
    ['Missing things', createMissing ? `Created as ${createMissing}` : 'Refused'],
    ['Labels', <Labels key="labels" labels={mapping.labels} />],
    ['Created', exactTime(mapping.createdAt)],
  ]
  return <Facts rows={rows} />
}
