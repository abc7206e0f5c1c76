'use client'

import { Button, Skeleton } from '@mantine/core'
import { IconChartLine, IconDownload } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useAddress } from '#address/base-path.tsx'
import { CopyLine } from '#copy/copy-line.tsx'
import { curl } from '#copy/curl.ts'
import { useTRPC } from '#data/trpc.ts'
import { useConsole } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { State } from '#states/state.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { Answered } from './answered.tsx'
import { ExploreControls } from './explore-controls.tsx'
import { MetricChart } from './metric-chart.tsx'
import { readQuestion, seriesPath } from './question.ts'
import { spanInUrl } from './range.ts'
import { useExplored } from './use-explored.ts'
import { type MeasuringThing, useMeasuring } from './use-measuring.ts'

/** Things beside each other, a chart for each metric. All that was chosen is in the URL. */
export function ExplorePage() {
  const { params, go } = useUrlState()
  const address = useAddress()
  const question = readQuestion(params)
  const measuring = useMeasuring(question.things)
  const zone = useZone(measuring.things)
  const chosen = question.metrics.length > 0 ? question.metrics : firstOf(measuring.metrics)
  const metrics = measuring.metrics.filter(({ key }) => chosen.includes(key))
  const explored = useExplored(question, measuring.things, metrics, zone)
  const colorOf = (id: string) => question.things.indexOf(id)
  const keys = metrics.map(({ key }) => key)
  const hasCharts = explored.range !== undefined && metrics.length > 0

  return (
    <>
      <PageHeader
        title="Explore"
        lead="Compare things over time. Drag over a chart to zoom in."
        actions={
          hasCharts && (
            <Button
              component="a"
              href={address(
                `/explore/csv?${params}${params.has('metrics') ? '' : `&metrics=${keys}`}`,
              )}
              download
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} />}
            >
              Export CSV
            </Button>
          )
        }
      />
      <ExploreControls
        question={question}
        measuring={measuring}
        metrics={keys}
        range={explored.range}
        zone={zone}
      />
      {question.things.length === 0 ? (
        <State icon={IconChartLine} title="Choose a thing">
          Its first metric is drawn at once; add more of both to compare.
        </State>
      ) : measuring.error || explored.error ? (
        <Failed
          what="The series"
          error={measuring.error ?? explored.error}
          retry={measuring.error ? measuring.retry : explored.retry}
        />
      ) : measuring.isPending || explored.isPending ? (
        <Skeleton height={480} />
      ) : !explored.range ? (
        <State icon={IconChartLine} title="No metrics to chart">
          These things have no numeric or boolean metrics.
        </State>
      ) : (
        <>
          <Answered question={question} explored={explored} metrics={metrics} zone={zone} />
          {metrics.map((metric) => (
            <MetricChart
              key={metric.key}
              question={question}
              metric={metric}
              lines={explored.linesOf(metric)}
              range={explored.range ?? { from: 0, to: 1 }}
              zone={zone}
              colorOf={colorOf}
              onZoom={(span) => go({ ...spanInUrl(span), live: null })}
            />
          ))}
          <Calls question={question} things={measuring.things} metrics={keys} zone={zone} />
        </>
      )}
    </>
  )
}

function firstOf(metrics: readonly { key: string }[]): string[] {
  return metrics.slice(0, 1).map(({ key }) => key)
}

interface CallsProps {
  readonly question: ReturnType<typeof readQuestion>
  readonly things: readonly MeasuringThing[]
  readonly metrics: readonly string[]
  readonly zone: string
}

/** What the page asks, to be asked by anything else. */
function Calls({ question, things, metrics, zone }: CallsProps) {
  const { apiUrl } = useConsole()
  const lines = things.map((thing) => {
    const own = metrics.filter((key) => thing.metrics.includes(key))
    return curl(apiUrl, { path: seriesPath(question, thing.id, own, zone) })
  })
  return (
    <Section title="The same query in the API">
      <CopyLine text={lines.join('\n')} what="the curl commands" />
    </Section>
  )
}

/** The zone of the site where all of the things are, else UTC. */
function useZone(things: readonly MeasuringThing[]): string {
  const trpc = useTRPC()
  const [siteId = null, ...others] = new Set(things.map((thing) => thing.siteId))
  const isOne = siteId !== null && others.length === 0
  const { data } = useQuery(
    trpc.sites.get.queryOptions(isOne ? { params: { siteId }, query: {} } : skipToken),
  )
  return data?.timezone ?? 'UTC'
}
