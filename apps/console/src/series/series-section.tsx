'use client'

import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import type { Thing } from '@sluice/contract'
import { IconChartLine } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { useZone } from '#preferences/preferences-provider.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/series.ts'
import { hasHeight, type ThingMetric } from '#things/metrics.ts'
import { oneOf } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { defaultRange, type RangeName, rangeEndingAt, rangeNames, ranges } from './ranges.ts'
import classes from './series-section.module.css'
import { SeriesTable } from './series-table.tsx'
import { SummaryLine } from './summary-line.tsx'
import { useSeries } from './use-series.ts'

/** The plotting code is loaded in parallel with the data. */
const Plot = dynamic(() => import('./plot.tsx').then((all) => all.Plot), {
  ssr: false,
  loading: () => <Skeleton className={classes.skeleton ?? ''} />,
})

const rangeOptions = rangeNames.map((name) => ({ value: name, label: name }))
const viewOptions = [
  { value: 'chart', label: texts.chart },
  { value: 'table', label: texts.table.title },
]

/** A metric over time, as a chart or a table. */
export function SeriesSection({ thing, metric }: { thing: Thing; metric: ThingMetric }) {
  const { params, filter } = useUrlState()
  const range = oneOf(params, 'range', rangeNames) ?? defaultRange(metric.expectedIntervalSeconds)
  const series = useSeries(thing.id, metric, range)
  const zone = useSiteZone(thing.siteId)
  const canDraw = hasHeight(metric)
  const [view, setView] = useState('chart')

  return (
    <Section
      title={
        <>
          {metric.name} <code className={classes.key}>{metric.key}</code>
        </>
      }
      actions={
        <div className={classes.controls}>
          <Button
            component={PageLink}
            href={exploreHref(thing, metric, range)}
            variant="default"
            size="xs"
            leftSection={<IconChartLine size={14} stroke={1.6} />}
          >
            {texts.explore}
          </Button>
          <SegmentedControl
            size="xs"
            aria-label={texts.rangeNow(ranges[range].label)}
            data={rangeOptions}
            value={range}
            onChange={(chosen) => filter({ range: chosen, cursor: params.get('cursor') })}
          />
          {canDraw && (
            <SegmentedControl
              size="xs"
              aria-label={texts.shownAs}
              data={viewOptions}
              value={view}
              onChange={setView}
            />
          )}
        </div>
      }
    >
      <SummaryLine series={series} metric={metric} zone={zone} />
      <Loaded
        query={{ data: series.points, error: series.error, refetch: series.retry }}
        title={texts.failed}
        waiting={<Skeleton className={classes.skeleton ?? ''} />}
      >
        {(points) =>
          canDraw && view === 'chart' ? (
            <Plot points={points} metric={metric} zone={zone} />
          ) : (
            <SeriesTable points={points} metric={metric} zone={zone} />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Opens the same series in the explorer. */
function exploreHref(thing: Thing, metric: ThingMetric, range: RangeName): string {
  const span = metric.latest && rangeEndingAt(metric.latest.timestamp, range)
  return `/explore?${new URLSearchParams({ things: thing.id, metrics: metric.key, ...span })}`
}

/** The zone for times, which may be the site's. */
function useSiteZone(siteId: string | null): string {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.sites.get.queryOptions(siteId ? { params: { siteId }, query: {} } : skipToken),
  )
  return useZone(data?.timezone)
}
