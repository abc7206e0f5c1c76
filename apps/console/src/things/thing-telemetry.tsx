'use client'

import { Skeleton } from '@mantine/core'
import { operations, type Thing } from '@sluice/contract'
import { IconWaveSine } from '@tabler/icons-react'
import { CallExample } from '#copy/call-example.tsx'
import { Section } from '#frame/section.tsx'
import { SeriesSection } from '#series/series-section.tsx'
import { Failed } from '#states/failed.tsx'
import { State } from '#states/state.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { LatestValues } from './latest-values.tsx'
import { useThingMetrics } from './use-thing-metrics.ts'

/** What a thing has sent: its latest values, and the series of the one chosen. */
export function ThingTelemetry({ thing }: { thing: Thing }) {
  const { params, filter } = useUrlState()
  const { metrics, error, retry } = useThingMetrics(thing)
  if (error) return <Failed what="The thing's data" error={error} retry={retry} />
  if (!metrics) return <Skeleton height={560} />

  const withData = metrics.filter((metric) => metric.latest)
  const chosen = withData.find((metric) => metric.key === params.get('metric')) ?? withData[0]
  if (!chosen) return <NoData thingId={thing.id} />
  return (
    <div>
      <Section title="Latest values">
        <LatestValues
          metrics={metrics}
          chosen={chosen.key}
          onChoose={(metric) => filter({ metric })}
        />
      </Section>
      <SeriesSection key={chosen.key} thing={thing} metric={chosen} />
    </div>
  )
}

function NoData({ thingId }: { thingId: string }) {
  const { path, example } = operations['telemetry.ingest']
  return (
    <State
      icon={IconWaveSine}
      title="No data yet"
      action={<CallExample path={path.replace('{thingId}', thingId)} body={example?.body} />}
    >
      Send a frame with the metrics of its thing type:
    </State>
  )
}
