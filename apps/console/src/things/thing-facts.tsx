import type { Thing } from '@sluice/contract'
import type { ReactNode } from 'react'
import { Time } from '#format/time.tsx'
import { exactTime } from '#format/times.ts'
import { Section } from '#frame/section.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { Place } from '#states/place.tsx'

export function ThingFacts({ thing }: { thing: Thing }) {
  const rows: [string, ReactNode][] = [
    ['Id', <code key="id">{thing.id}</code>],
    ['Type', <code key="type">{thing.thingTypeId}</code>],
    ['Site', thing.siteId ? <code key="site">{thing.siteId}</code> : 'None'],
    ['Location', <Place key="place" point={thing.location} />],
    ['Labels', <Labels key="labels" labels={thing.labels} />],
    ...Object.entries(thing.attributes).map(([name, value]): [string, ReactNode] => [
      name,
      typeof value === 'string' ? value : <code key={name}>{JSON.stringify(value)}</code>,
    ]),
    ['Last seen', thing.lastSeenAt ? <Time key="seen" iso={thing.lastSeenAt} /> : 'Never'],
    ['Created', exactTime(thing.createdAt)],
    ['Updated', exactTime(thing.updatedAt)],
  ]
  return (
    <Section title="Details">
      <Facts rows={rows} />
    </Section>
  )
}
