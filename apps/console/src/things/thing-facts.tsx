import type { Thing } from '@sluice/contract'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import { Coordinates } from '#states/coordinates.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'

export function ThingFacts({ thing }: { thing: Thing }) {
  const rows: [string, ReactNode][] = [
    ['Id', <code key="id">{thing.id}</code>],
    ['Type', <Other key="type" page="thing-types" id={thing.thingTypeId} />],
    ['Site', thing.siteId ? <Other key="site" page="sites" id={thing.siteId} /> : 'None'],
    ['Fleets', <Fleets key="fleets" ids={thing.fleetIds} />],
    ['Location', <Coordinates key="place" point={thing.location} />],
    ['Labels', <Labels key="labels" labels={thing.labels} />],
    ...Object.entries(thing.attributes).map(([name, value]): [string, ReactNode] => [
      name,
      typeof value === 'string' ? value : <code key={name}>{JSON.stringify(value)}</code>,
    ]),
    ['Last seen', thing.lastSeenAt ? <Time key="seen" iso={thing.lastSeenAt} /> : 'Never'],
    ['Created', <ExactTime key="createdAt" iso={thing.createdAt} />],
    ['Updated', <ExactTime key="updatedAt" iso={thing.updatedAt} />],
  ]
  return (
    <Section title="Details">
      <Facts rows={rows} />
    </Section>
  )
}

/** A link to the drawer of another resource. */
function Other({ page, id }: { page: string; id: string }) {
  const escaped = encodeURIComponent(id)
  return (
    <PageLink href={`/${page}?text=${escaped}&id=${escaped}`}>
      <code>{id}</code>
    </PageLink>
  )
}

function Fleets({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return 'None'
  return ids.map((id) => (
    <div key={id}>
      <PageLink href={`/fleets/${encodeURIComponent(id)}`}>
        <code>{id}</code>
      </PageLink>
    </div>
  ))
}
