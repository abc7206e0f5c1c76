import uPlot from 'uplot'
import { FONT, marks, timeLabels } from '#series/plot-options.ts'
import type { Line } from './lines.ts'

/** Epoch seconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface ChartSetup {
  readonly width: number
  readonly height: number
  readonly zone: string
  readonly range: Span
  readonly lines: readonly Line[]
  readonly isStep: boolean
  /** Of each line, in order. */
  readonly colors: readonly string[]
  readonly grid: string
  readonly text: string
  /** With the time of the point nearest to the cursor. */
  readonly onCursor: (seconds: number | null) => void
  /** A range was dragged over. */
  readonly onZoom: (span: Span) => void
}

/** Narrower than this many pixels a drag is a click that slipped. */
const LEAST_DRAG = 6
/** All charts of the page show their cursor at the same time. */
const SYNC = 'explore'

export function chartOptions(setup: ChartSetup): uPlot.Options {
  const { width, height, zone, range, lines, isStep, colors, grid, text } = setup
  const axis = {
    font: FONT,
    stroke: text,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
  }
  const stepped = isStep && uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}
  const drawn = lines.flatMap(({ times, band }, i): uPlot.Series[] => {
    const stroke = colors[i] ?? text
    const points = marks(times.length, stroke)
    const extreme = { stroke: 'transparent', points: { show: false } }
    return [{ stroke, width: 1.5, points, ...stepped }, ...(band ? [extreme, extreme] : [])]
  })
  return {
    width,
    height,
    padding: [8, 20, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      // A drag is one chart's own affair.
      sync: {
        key: SYNC,
        filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
      },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 72, values: timeLabels },
      { ...axis, size: 56, ...(isStep && { splits: [0, 1], values: ['off', 'on'] }) },
    ],
    scales: {
      x: { range: [range.from, range.to] },
      y: isStep ? { range: [-0.1, 1.1] } : {},
    },
    series: [{}, ...drawn],
    // Of a single line only: its extremes are the columns after it.
    ...(lines[0]?.band && { bands: [{ series: [3, 2], fill: `${colors[0]}22` }] }),
    hooks: { setCursor: [cursorHook(setup)], setSelect: [zoomHook(setup)] },
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

/** uPlot's null that reaches over the times that only other lines have: a gap stays as long as it is. */
const WIDE_NULL = 2

/** uPlot's form: the lines' times merged, one column a line and extreme. */
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
