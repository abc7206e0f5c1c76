import type { Template } from '@sluice/contract'
import type { ReactNode } from 'react'
import { exactTime } from '#format/times.ts'
import { Section } from '#frame/section.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { makesOf } from './makes.ts'

export function TemplateFacts({ template }: { template: Template }) {
  const { id, builtIn, labels, createdAt, updatedAt } = template
  const rows: [string, ReactNode][] = [
    ['Id', <code key="id">{id}</code>],
    ['Makes', makesOf(template).join(', ')],
    ['Origin', builtIn ? 'Built in; it cannot be changed' : 'Your own'],
    ['Labels', <Labels key="labels" labels={labels} />],
    ...(builtIn
      ? []
      : ([
          ['Created', exactTime(createdAt)],
          ['Updated', exactTime(updatedAt)],
        ] as [string, ReactNode][])),
  ]
  return (
    <Section title="Details">
      <Facts rows={rows} />
    </Section>
  )
}
