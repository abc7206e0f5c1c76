'use client'

import { Skeleton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect } from 'react'
import { spanInUrl } from '#range/range.ts'
import { Loaded } from '#states/loaded.tsx'
import { NotRefreshed } from '#states/not-refreshed.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/explore.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { Answered } from './answered.tsx'
import type { Question } from './question.ts'
import type { Explored } from './use-explored.ts'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'

/** Loads the chart code in parallel with the data. */
const loadChart = () => import('./metric-chart.tsx')
const WhereRefused = dynamic(() => import('./where-refused.tsx'), { ssr: false })
const MetricChart = dynamic(() => loadChart().then((all) => all.MetricChart), {
  ssr: false,
  loading: () => <Skeleton height={480} />,
})

interface ChartsProps {
  readonly question: Question
  readonly measuring: Measuring
  readonly explored: Explored
  readonly metrics: readonly ExploredMetric[]
  readonly zone: string
  /** Shown if nothing that exists is selected. */
  readonly none: ReactNode
}

/** One chart per metric, including its loading, empty and error states. */
export function Charts({ question, measuring, explored, metrics, zone, none }: ChartsProps) {
  const { go } = useUrlState()
  useEffect(() => void loadChart(), [])
  const isMeasured = !measuring.error && !measuring.isPending
  if (isMeasured && measuring.total === 0) return none
  if (isMeasured && measuring.metrics.length === 0) {
    return (
      <State icon={IconChartLine} title={texts.noMetrics.title}>
        {texts.noMetrics.text}
      </State>
    )
  }
  if (explored.whereFaults !== undefined) return <WhereRefused />
  const { error, retry: refetch } = measuring.error ? measuring : explored
  return (
    <Loaded
      query={{ data: isMeasured ? explored.range : undefined, error, refetch }}
      title={texts.failed}
      waiting={<Skeleton height={480} />}
    >
      {(range) => (
        <>
          {explored.lacks && (
            <NotRefreshed
              title={texts.lacks[explored.lacks.what]}
              error={explored.lacks.error}
              retry={explored.lacks.retry}
            />
          )}
          <Answered {...{ question, explored, measuring, metrics, zone }} />
          {metrics.map((metric) => (
            <MetricChart
              key={metric.key}
              question={question}
              metric={metric}
              data={explored.chartOf(metric)}
              range={range}
              zone={zone}
              isOutdated={explored.isOutdated}
              onZoom={(span) => go({ ...spanInUrl(span), live: null })}
            />
          ))}
        </>
      )}
    </Loaded>
  )
}
