import type { Mapping } from '@sluice/contract'
import type { ReactNode } from 'react'
import { ExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { texts } from '#texts/mappings.ts'
import { matchersText } from './matchers.ts'

/** A read-only view of a mapping, for viewers. */
export function MappingFacts({ mapping }: { mapping: Mapping }) {
  const { thing, metric, match, drop, metrics, ignoredLabels, createMissing } = mapping
  const rows: [string, ReactNode][] = [
    [texts.description, mapping.description || texts.none],
    [texts.thing, <code key="thing">{thing}</code>],
    [texts.metric, <code key="metric">{metric}</code>],
    [
      texts.facts.take,
      match.length === 0 ? texts.facts.takeAll : <code key="match">{matchersText(match)}</code>,
    ],
    [
      texts.facts.drop,
      drop.length === 0 ? texts.facts.dropNone : <code key="drop">{matchersText(drop)}</code>,
    ],
    [texts.facts.keys, Object.keys(metrics).join(', ') || texts.none],
    [texts.facts.ignored, ignoredLabels.join(', ') || texts.none],
    [
      texts.facts.unmapped,
      mapping.unmappedLabels === 'refuse' ? texts.facts.refused : texts.facts.unmappedAllowed,
    ],
    [
      texts.facts.missing,
      createMissing ? texts.facts.missingCreated(createMissing) : texts.facts.refused,
    ],
    [texts.labels, <Labels key="labels" labels={mapping.labels} />],
    [texts.created, <ExactTime key="createdAt" iso={mapping.createdAt} />],
  ]
  return <Facts rows={rows} />
}
