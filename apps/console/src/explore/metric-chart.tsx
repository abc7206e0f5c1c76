'use client'

import { useState } from 'react'
import { Section } from '#frame/section.tsx'
import { Chart } from './chart.tsx'
import type { Span } from './chart-options.ts'
import { Key } from './key.tsx'
import type { Line } from './lines.ts'
import classes from './metric-chart.module.css'
import type { Question } from './question.ts'
import { shownAs } from './shown-as.ts'
import type { DrawnMetric } from './use-measuring.ts'

interface MetricChartProps {
  readonly question: Question
  readonly metric: DrawnMetric
  readonly lines: readonly Line[]
  readonly range: Span
  readonly zone: string
  readonly colorOf: (thingId: string) => number
  readonly onZoom: (span: Span) => void
}

/** One metric of all chosen things. */
export function MetricChart(props: MetricChartProps) {
  const { question, metric, lines, range, zone, colorOf, onZoom } = props
  const [cursor, setCursor] = useState<number | null>(null)
  const shown = shownAs(metric, question)
  const isEmpty = lines.every(({ times }) => times.length === 0)
  return (
    <Section
      title={
        <>
          {metric.name} <code className={classes.code}>{metric.key}</code>
        </>
      }
    >
      <Key shown={shown} lines={lines} colorOf={colorOf} cursor={cursor} zone={zone} />
      {isEmpty ? (
        <p className={classes.empty}>No samples in this range.</p>
      ) : (
        <Chart
          name={metric.name}
          lines={lines}
          range={range}
          zone={zone}
          isStep={shown.isOnOff}
          colorOf={colorOf}
          onCursor={setCursor}
          onZoom={onZoom}
        />
      )}
    </Section>
  )
}
