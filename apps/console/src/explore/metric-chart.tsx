'use client'

import { useMemo, useState } from 'react'
import { unitSymbol } from '#format/units.ts'
import { formatMeasure } from '#format/values.ts'
import { Section } from '#frame/section.tsx'
import type { Span } from '#range/span.ts'
import { texts } from '#texts/explore-chart.ts'
import Chart from './chart.tsx'
import type { Limit } from './chart-options.ts'
import type { ChartData } from './drawing.ts'
import { GapStrips } from './gap-strips.tsx'
import { Legend } from './legend.tsx'
import type { Line } from './lines.ts'
import classes from './metric-chart.module.css'
import { PointsTable } from './points-table.tsx'
import type { Question } from './question.ts'
import { StateTimeline } from './state-timeline.tsx'
import { useKept } from './use-kept.ts'
import type { ExploredMetric } from './use-metrics.ts'

interface MetricChartProps {
  readonly question: Question
  readonly metric: ExploredMetric
  readonly data: ChartData
  readonly range: Span
  readonly zone: string
  readonly isOutdated: boolean
  readonly onZoom: (span: Span) => void
}

/** The chart or table of one metric for everything selected. */
export function MetricChart(props: MetricChartProps) {
  const { question, metric, data, isOutdated } = props
  const { lines, rows, isFiltered, shown } = data
  const isEmpty = rows
    ? rows.every(({ stretches }) => stretches.length === 0)
    : lines.every(({ times }) => times.length === 0)
  return (
    <Section
      title={
        <>
          {metric.name} <code className={classes.code}>{metric.key}</code>
        </>
      }
    >
      <div className={classes.body} data-outdated={isOutdated || undefined}>
        {isEmpty ? (
          <p className={classes.empty}>{isFiltered ? texts.noMatch : texts.noSamples}</p>
        ) : question.view === 'table' || (rows && isFiltered) ? (
          <PointsTable
            name={metric.name}
            lines={[...lines, ...data.before]}
            {...{ rows, shown }}
            zone={props.zone}
          />
        ) : rows ? (
          <StateTimeline name={metric.name} rows={rows} range={props.range} zone={props.zone} />
        ) : (
          <Lines {...props} />
        )}
        {data.notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </div>
    </Section>
  )
}

function Lines({ metric, data, range, zone, onZoom }: MetricChartProps) {
  const { shown } = data
  const [cursor, setCursor] = useState<number | null>(null)
  const [isolated, isolate] = useState<string | null>(null)
  // Ignores an isolated line that no longer exists.
  const alone = data.lines.some(({ id }) => id === isolated) ? isolated : null
  const all = useMemo(() => [...data.before, ...data.lines].filter(isShown(alone)), [data, alone])
  // A new array would make the chart anew, and end a drag over it.
  const drawn = useKept(all)
  const limits = useKept(limitsOf(metric, shown))
  const strips = data.lines.filter(isShown(alone))
  return (
    <>
      <div className={classes.unit}>{shown.isOnOff ? '' : unitSymbol(shown.unit)}</div>
      <div className={classes.plot}>
        <Chart
          label={texts.chartOf(metric.name)}
          lines={drawn}
          limits={limits}
          range={range}
          zone={zone}
          isStep={shown.isOnOff}
          isFiltered={data.isFiltered}
          onCursor={setCursor}
          onZoom={onZoom}
        />
      </div>
      {!data.isFiltered && (
        <GapStrips
          lines={strips}
          range={range}
          zone={zone}
          expectedSeconds={metric.expectedIntervalSeconds}
          bucket={data.bucket}
          onZoom={onZoom}
        />
      )}
      <Legend
        name={metric.name}
        {...{ data, cursor, zone, isolated: alone }}
        unit={metric.unit}
        onIsolate={isolate}
      />
      {limits.length > 0 && (
        <p className={classes.note}>{texts.limits(limits.map(({ label }) => label).join(', '))}</p>
      )}
    </>
  )
}

function isShown(alone: string | null) {
  return ({ id }: Line) => alone === null || id === alone || id === `${alone} before`
}

/** The bounds of the definition, if the chart shows values in the metric's own unit. */
function limitsOf({ min, max, unit }: ExploredMetric, shown: ChartData['shown']): Limit[] {
  if (shown.isOnOff || shown.unit !== unit) return []
  const limit = (word: string, value: number | null) =>
    value === null ? [] : [{ value, label: `${word} ${formatMeasure(value, unit)}` }]
  return [...limit('min', min), ...limit('max', max)]
}
