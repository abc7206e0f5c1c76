import type { Thing } from '@sluice/contract'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import { Coordinates } from '#states/coordinates.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/things.ts'
import { TypeLink } from './type-link.tsx'

export function ThingFacts({ thing }: { thing: Thing }) {
  const rows: [string, ReactNode][] = [
    [texts.id, <code key="id">{thing.id}</code>],
    [
      texts.type,
      <TypeLink key="type" id={thing.thingTypeId}>
        <code>{thing.thingTypeId}</code>
      </TypeLink>,
    ],
    [
      texts.site,
      thing.siteId ? <PlaceLink key="site" page="sites" id={thing.siteId} /> : common.none,
    ],
    [texts.facts.fleets, <Fleets key="fleets" ids={thing.fleetIds} />],
    [texts.facts.location, <Coordinates key="place" point={thing.location} />],
    [texts.facts.labels, <Labels key="labels" labels={thing.labels} />],
    ...Object.entries(thing.attributes).map(([name, value]): [string, ReactNode] => [
      name,
      typeof value === 'string' ? value : <code key={name}>{JSON.stringify(value)}</code>,
    ]),
    [texts.lastSeen, thing.lastSeenAt ? <Time key="seen" iso={thing.lastSeenAt} /> : common.never],
    [texts.facts.created, <ExactTime key="createdAt" iso={thing.createdAt} />],
    [texts.facts.updated, <ExactTime key="updatedAt" iso={thing.updatedAt} />],
  ]
  return (
    <Section title={texts.facts.title}>
      <Facts rows={rows} />
    </Section>
  )
}

function PlaceLink({ page, id }: { page: 'sites' | 'fleets'; id: string }) {
  return (
    <PageLink href={`/${page}/${encodeURIComponent(id)}`}>
      <code>{id}</code>
    </PageLink>
  )
}

function Fleets({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return common.none
  return ids.map((id) => (
    <div key={id}>
      <PlaceLink page="fleets" id={id} />
    </div>
  ))
}
