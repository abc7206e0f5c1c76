import uPlot from 'uplot'
import type { Span } from '#range/span.ts'
import { FONT, marks, timeLabels } from '#series/plot-options.ts'
import type { Line } from './lines.ts'

/** A bound from the metric's definition, drawn as a horizontal line. */
export interface Limit {
  readonly value: number
  readonly label: string
}

interface ChartSetup {
  readonly width: number
  readonly height: number
  readonly zone: string
  readonly range: Span
  readonly lines: readonly Line[]
  readonly limits: readonly Limit[]
  readonly isStep: boolean
  /** Whether the points are a selection, which no line connects. */
  readonly isFiltered: boolean
  /** One per line, in the same order. */
  readonly colors: readonly string[]
  readonly grid: string
  readonly text: string
  readonly limit: string
  /** Called with the time of the point nearest to the cursor. */
  readonly onCursor: (seconds: number | null) => void
  /** Called with the range that the user dragged over. */
  readonly onZoom: (span: Span) => void
}

/** A shorter drag, in pixels, counts as a click. */
const LEAST_DRAG = 6
/** Synchronizes the cursor of all charts on the page. */
const SYNC = 'explore'
/** Margins of the plotting area, in pixels; elements below the chart use the same. */
export const LEFT = 56
export const RIGHT = 24

export function chartOptions(setup: ChartSetup): uPlot.Options {
  const { width, height, zone, range, lines, limits, isStep, grid, text } = setup
  const axis = {
    font: FONT,
    stroke: text,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height,
    padding: [8, RIGHT, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      // Share the cursor, but not a drag.
      sync: {
        key: SYNC,
        filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
      },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 72, values: timeLabels },
      { ...axis, size: LEFT, ...(isStep && { splits: [0, 1], values: ['off', 'on'] }) },
    ],
    scales: {
      x: { range: [range.from, range.to] },
      y: isStep ? { range: [-0.1, 1.1] } : { range: rangeWith(limits) },
    },
    ...seriesOf(setup, lines),
    hooks: {
      setCursor: [cursorHook(setup)],
      setSelect: [zoomHook(setup)],
      draw: [limitsHook(setup)],
    },
  }
}

/** One series per line; a line with a band adds two more for its bounds. */
function seriesOf({ colors, text, isStep, isFiltered }: ChartSetup, lines: readonly Line[]) {
  const stepped = isStep && uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}
  const series: uPlot.Series[] = [{}]
  const bands: uPlot.Band[] = []
  for (const [i, { times, band, isBefore }] of lines.entries()) {
    const stroke = colors[i] ?? text
    const before = isBefore ? { dash: [4, 4], width: 1, alpha: 0.75 } : { width: 1.5 }
    const points = isBefore ? { show: false } : marks(times.length, stroke)
    const fill = isBefore ? 'transparent' : stroke
    const dots = { paths: () => null, points: { show: true, size: 5, stroke, fill } }
    series.push({ stroke, points, ...stepped, ...before, ...(isFiltered && dots) })
    if (!band) continue
    const extreme = { stroke: 'transparent', points: { show: false } }
    bands.push({ series: [series.length + 1, series.length], fill: `${stroke}22` })
    series.push(extreme, extreme)
  }
  return { series, bands }
}

/** The range of the values plus padding. Includes limits only if near: distant ones would flatten the lines. */
function rangeWith(limits: readonly Limit[]): uPlot.Range.Function {
  return (_, low, high) => {
    if (low === null || high === null) return [0, 1]
    const reach = (high - low || Math.abs(high) || 1) * 0.75
    const near = limits
      .map(({ value }) => value)
      .filter((value) => value >= low - reach && value <= high + reach)
    const ends = [Math.min(low, ...near), Math.max(high, ...near)] as const
    return uPlot.rangeNum(...ends, 0.08, true)
  }
}

function limitsHook({ limits, limit }: ChartSetup) {
  return ({ ctx, bbox, scales, valToPos }: uPlot) => {
    const { min, max } = scales.y ?? {}
    if (min == null || max == null) return
    ctx.save()
    ctx.strokeStyle = limit
    ctx.fillStyle = limit
    ctx.font = FONT.replace('12px', `${11 * uPlot.pxRatio}px`)
    ctx.setLineDash([6 * uPlot.pxRatio, 4 * uPlot.pxRatio])
    for (const { value, label } of limits) {
      if (value < min || value > max) continue
      const y = Math.round(valToPos(value, 'y', true))
      ctx.beginPath()
      ctx.moveTo(bbox.left, y)
      ctx.lineTo(bbox.left + bbox.width, y)
      ctx.stroke()
      const isLow = value < (min + max) / 2
      ctx.textAlign = 'right'
      ctx.textBaseline = isLow ? 'bottom' : 'top'
      ctx.fillText(label, bbox.left + bbox.width - 4, isLow ? y - 2 : y + 3)
    }
    ctx.restore()
  }
}

function cursorHook({ onCursor }: ChartSetup) {
  return (plot: uPlot) => {
    const { left = -1, idx } = plot.cursor
    onCursor(left < 0 || idx == null ? null : (plot.data[0][idx] ?? null))
  }
}

function zoomHook({ onZoom }: ChartSetup) {
  return (plot: uPlot) => {
    const { left, width } = plot.select
    if (width < LEAST_DRAG) return
    onZoom({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') })
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  }
}

/** uPlot's null that also spans times contributed by other lines, so a gap keeps its full width. */
const WIDE_NULL = 2

/** Converts lines to uPlot's format: merged times, one column per line and per bound of a band. */
export function chartData(lines: readonly Line[]): uPlot.AlignedData {
  if (lines.length === 0) return [[]]
  const tables = lines.map(({ times, values, band }): uPlot.AlignedData => {
    const columns = [values, ...(band ? [band.low, band.high] : [])]
    return [[...times], ...columns.map((column) => [...column])]
  })
  return uPlot.join(
    tables,
    tables.map((table) => table.map(() => WIDE_NULL)),
  )
}
