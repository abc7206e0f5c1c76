import type { Template } from '@sluice/contract'
import type { ReactNode } from 'react'
import { ExactTime } from '#format/exact-time.tsx'
import { Section } from '#frame/section.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { texts } from '#texts/templates.ts'
import { makesOf } from './makes.ts'

export function TemplateFacts({ template }: { template: Template }) {
  const { id, builtIn, labels, createdAt, updatedAt } = template
  const rows: [string, ReactNode][] = [
    [texts.facts.id, <code key="id">{id}</code>],
    [texts.facts.makes, makesOf(template).join(', ')],
    [texts.facts.origin, builtIn ? texts.facts.originBuiltIn : texts.facts.originOwn],
    [texts.facts.labels, <Labels key="labels" labels={labels} />],
    ...(builtIn
      ? []
      : ([
          [texts.facts.created, <ExactTime key="createdAt" iso={createdAt} />],
          [texts.facts.updated, <ExactTime key="updatedAt" iso={updatedAt} />],
        ] as [string, ReactNode][])),
  ]
  return (
    <Section title={texts.facts.title}>
      <Facts rows={rows} />
    </Section>
  )
}
