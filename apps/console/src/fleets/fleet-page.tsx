'use client'

import { Skeleton } from '@mantine/core'
import type { Fleet } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NoSuch } from '#catalog/lazy-no-such.tsx'
import { useTRPC } from '#data/trpc.ts'
import { ResourceActions } from '#form/resource-actions.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { formatCount } from '#format/values.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { PlaceData } from '#places/place-data.tsx'
import { Facts } from '#states/facts.tsx'
import { Labels } from '#states/labels.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/fleets.ts'
import { fleetKind } from './kind.ts'
import { Members } from './members.tsx'
import { useFleetChanges } from './use-changes.ts'

export function FleetPage({ fleetId }: { fleetId: string }) {
  const trpc = useTRPC()
  const changes = useFleetChanges()
  const query = useQuery(trpc.fleets.get.queryOptions({ params: { fleetId }, query: {} }))
  return (
    <Loaded
      query={query}
      title={texts.page.failed}
      missing={<NoSuch kind="fleet" />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => {
        const place = { kind: 'fleet', id: data.id, name: data.name } as const
        return (
          <>
            <Trail href="/fleets">{texts.title}</Trail>
            <PageHeader
              title={data.name}
              lead={data.description || <code>{data.id}</code>}
              actions={
                <ResourceActions
                  kind={fleetKind}
                  changes={changes}
                  fields={() => null}
                  row={data}
                  leadsTo="/fleets"
                  lost={texts.page.lost}
                />
              }
            />
            <PlaceData place={place} isEmpty={data.thingCount === 0}>
              <Members fleet={data} place={place} />
            </PlaceData>
            <Section title={texts.page.details}>
              <Facts rows={facts(data)} />
            </Section>
          </>
        )
      }}
    </Loaded>
  )
}

function facts(fleet: Fleet): [string, ReactNode][] {
  return [
    [texts.id, <code key="id">{fleet.id}</code>],
    [texts.things, formatCount(fleet.thingCount)],
    [texts.labels, <Labels key="labels" labels={fleet.labels} />],
    [texts.created, <ExactTime key="createdAt" iso={fleet.createdAt} />],
    [texts.updated, <ExactTime key="updatedAt" iso={fleet.updatedAt} />],
  ]
}
