'use client'

import type { PlaceRecent, Thing } from '@sluice/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { memberOf } from '#data/member-of.ts'
import { useTRPC } from '#data/trpc.ts'
import { type ExploredMetric, useMetrics } from '#explore/use-metrics.ts'
import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { List } from '#table/list.tsx'
import { RowLink } from '#table/row-target.tsx'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/places.ts'
import { text } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './latest-grid.module.css'
import { LatestValue } from './latest-value.tsx'
import type { Place } from './place.ts'
import { latestOf, thingsIn } from './things-now.ts'

interface LatestGridProps {
  readonly place: Place
  /** A last column with an action for each thing. */
  readonly action?: Column<Thing>
  readonly empty: ReactNode
}

const LIVE_MILLIS = 5000
/** How often the things themselves are read again, with when they were last seen. */
const SEEN_MILLIS = 30_000
/** Only the first metrics are shown; a thing's page has the rest. */
const MOST_METRICS = 6
/** Widths in pixels; the name keeps some room beside the values. */
const VALUE_WIDTH = 132
const OTHER_WIDTH = 360

/** The things of a place, paged, with the latest value of each metric. Values are refreshed every 5 seconds. */
export function LatestGrid({ place, action, empty }: LatestGridProps) {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const things = useQuery({
    ...trpc.things.list.queryOptions(thingsIn(place, text(params, 'cursor'))),
    placeholderData: keepPreviousData,
    refetchInterval: SEEN_MILLIS,
  })
  const items = things.data?.items ?? []
  const latest = useQuery({
    ...trpc.telemetry.thingsRecent.queryOptions(
      items.length > 0 ? latestOf(items.map(({ id }) => id)) : skipToken,
    ),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MILLIS,
  })
  const typeIds = [...new Set(items.map(({ thingTypeId }) => thingTypeId))]
  const { metrics } = useMetrics(typeIds)
  const shown = metrics.slice(0, MOST_METRICS)
  const left = metrics.slice(MOST_METRICS)
  const isMixed = typeIds.length > 1
  const least = { '--least': `${OTHER_WIDTH + shown.length * VALUE_WIDTH}px` }
  return (
    <>
      <div className={classes.grid} style={least as CSSProperties}>
        <List
          caption={texts.latestGrid.latestValues[place.kind]}
          query={things}
          columns={[
            nameColumn(isMixed),
            ...shown.map((metric, i) => metricColumn(metric, shown, latest.data, i === 0)),
            seenColumn,
            ...(action ? [action] : []),
          ]}
          rowKey={(thing) => thing.id}
          isMuted={(thing) => thing.status === 'Retired'}
          empty={empty}
        />
      </div>
      {left.length > 0 && (
        <p className={classes.left}>
          {texts.latestGrid.without(left.map(({ name }) => name).join(', '))}
        </p>
      )}
    </>
  )
}

function nameColumn(isMixed: boolean): Column<Thing> {
  return {
    header: texts.latestGrid.name,
    phone: true,
    cell: ({ id, name, thingTypeId }) => (
      <RowLink
        href={`/things/${encodeURIComponent(id)}`}
        below={<code>{isMixed ? `${id}, ${thingTypeId}` : id}</code>}
      >
        {name}
      </RowLink>
    ),
  }
}

function metricColumn(
  metric: ExploredMetric,
  all: readonly ExploredMetric[],
  latest: PlaceRecent | undefined,
  onPhone: boolean,
): Column<Thing> {
  const ofThing = (id: string) => memberOf(latest?.byThing ?? {}, id)
  const isShared = all.some(({ name, key }) => name === metric.name && key !== metric.key)
  return {
    header: isShared ? `${metric.name} (${metric.key})` : metric.name,
    width: `${VALUE_WIDTH}px`,
    align: 'end',
    phone: onPhone,
    cell: ({ id }) => <LatestValue value={memberOf(ofThing(id), metric.key)} unit={metric.unit} />,
  }
}

const seenColumn: Column<Thing> = {
  header: texts.latestGrid.lastSeen,
  width: '112px',
  cell: ({ lastSeenAt }) => (lastSeenAt ? <Time iso={lastSeenAt} /> : common.never),
}
