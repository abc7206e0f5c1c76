'use client'

import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { Span } from '#range/span.ts'
import classes from './chart.module.css'
import { chartData, chartOptions, type Limit } from './chart-options.ts'
import type { Line } from './lines.ts'

interface ChartProps {
  /** Describes the chart to screen readers. */
  readonly label: string
  readonly lines: readonly Line[]
  readonly limits: readonly Limit[]
  readonly range: Span
  readonly zone: string
  readonly isStep: boolean
  readonly isFiltered: boolean
  readonly onCursor: (seconds: number | null) => void
  readonly onZoom: (span: Span) => void
}

/** Lines of one metric over a range. Dragging zooms; the range controls are the keyboard alternative. */
export default function Chart(props: ChartProps) {
  const { label, lines, limits, range, zone, isStep, isFiltered, onCursor, onZoom } = props
  const canvas = useRef<HTMLDivElement>(null)
  const { ref: frame, width, height } = useElementSize()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const handlers = useRef({ onCursor, onZoom })
  handlers.current = { onCursor, onZoom }

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew with the scheme
  useEffect(() => {
    if (!canvas.current || width === 0) return
    const style = getComputedStyle(canvas.current)
    const token = (name: string) => style.getPropertyValue(name).trim()
    const options = chartOptions({
      ...{ width, height, zone, range, lines, limits, isStep, isFiltered },
      colors: lines.map(({ color }) => token(color)),
      grid: token('--line'),
      text: token('--text-muted'),
      limit: token('--danger'),
      onCursor: (seconds) => handlers.current.onCursor(seconds),
      onZoom: (span) => handlers.current.onZoom(span),
    })
    const made = new uPlot(options, chartData(lines), canvas.current)
    return () => made.destroy()
  }, [width, height, zone, isStep, isFiltered, scheme, lines, limits, range.from, range.to])

  return (
    <div ref={frame} className={classes.chart} role="img" aria-label={label}>
      <div ref={canvas} className={classes.canvas} />
    </div>
  )
}
