'use client'

import { Skeleton } from '@mantine/core'
import type { Thing } from '@sluice/contract'
import { Section } from '#frame/section.tsx'
import { SeriesSection } from '#series/series-section.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/things.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { LatestValues } from './latest-values.tsx'
import { NoData } from './no-data.tsx'
import { useThingMetrics } from './use-thing-metrics.ts'

/** The data of a thing: its latest values, and the series of one metric. */
export function ThingTelemetry({ thing }: { thing: Thing }) {
  const { params, filter } = useUrlState()
  const { metrics: data, error, retry: refetch } = useThingMetrics(thing)
  return (
    <Loaded
      query={{ data, error, refetch }}
      title={texts.dataFailed}
      waiting={<Skeleton height={560} />}
    >
      {(metrics) => {
        const withData = metrics.filter((metric) => metric.latest)
        const chosen = withData.find((metric) => metric.key === params.get('metric')) ?? withData[0]
        if (!chosen) return <NoData thing={thing} metrics={metrics} />
        return (
          <>
            <Section title={texts.latest.title}>
              <LatestValues
                metrics={metrics}
                chosen={chosen.key}
                onChoose={(metric) => filter({ metric, cursor: params.get('cursor') })}
              />
            </Section>
            <SeriesSection key={chosen.key} thing={thing} metric={chosen} />
          </>
        )
      }}
    </Loaded>
  )
}
