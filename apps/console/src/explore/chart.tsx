'use client'

import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import classes from './chart.module.css'
import { chartData, chartOptions, type Span } from './chart-options.ts'
import { lineToken } from './line-colors.ts'
import type { Line } from './lines.ts'

interface ChartProps {
  readonly name: string
  readonly lines: readonly Line[]
  readonly range: Span
  readonly zone: string
  readonly isStep: boolean
  /** Which colour each thing has. */
  readonly colorOf: (thingId: string) => number
  readonly onCursor: (seconds: number | null) => void
  readonly onZoom: (span: Span) => void
}

/** Lines of one metric over a range. Dragging over it zooms; the buttons above the charts do the same by keyboard. */
export function Chart({ name, lines, range, zone, isStep, colorOf, onCursor, onZoom }: ChartProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const { ref: frame, width, height } = useElementSize()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const handlers = useRef({ onCursor, onZoom })
  handlers.current = { onCursor, onZoom }
  // What uPlot cannot be told later; data and range it can.
  const shape = lines.map(({ thingId, band }) => `${thingId} ${band !== undefined}`).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: data comes in below; colours are read anew with the scheme
  useEffect(() => {
    if (!canvas.current || width === 0) return
    const style = getComputedStyle(canvas.current)
    const token = (name: string) => style.getPropertyValue(name).trim()
    const options = chartOptions({
      ...{ width, height, zone, range, lines, isStep },
      colors: lines.map(({ thingId }) => token(lineToken(colorOf(thingId)))),
      grid: token('--line'),
      text: token('--text-muted'),
      onCursor: (seconds) => handlers.current.onCursor(seconds),
      onZoom: (span) => handlers.current.onZoom(span),
    })
    const made = new uPlot(options, chartData(lines), canvas.current)
    plot.current = made
    return () => made.destroy()
  }, [width, height, zone, isStep, scheme, shape, lines, range.from, range.to])

  return (
    <div
      ref={frame}
      className={classes.chart}
      role="img"
      aria-label={`Chart of ${name}. The legend has the values, the export has every point`}
    >
      <div ref={canvas} className={classes.canvas} />
    </div>
  )
}
