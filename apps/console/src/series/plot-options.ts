import uPlot from 'uplot'
import { lonePoints } from './lone-points.ts'

export interface PlotColors {
  readonly line: string
  readonly band: string
  readonly grid: string
  readonly text: string
}

interface PlotSetup {
  readonly width: number
  readonly height: number
  /** Zone of the time axis. */
  readonly zone: string
  readonly colors: PlotColors
  /** Whether the data has columns for lowest and highest after the value. */
  readonly hasBand: boolean
  /** Booleans hold their value until the next sample. */
  readonly isStep: boolean
  readonly pointCount: number
  /** Indices of points followed by a silence, over which no line is drawn. */
  readonly silences: ReadonlySet<number>
  readonly onCursor: (index: number | null, left: number) => void
}

/** With more points, marks would only make the line look thicker. */
const MOST_MARKS = 60
/** The page's font (theme/font.ts) by name, because a canvas cannot use CSS variables. */
export const FONT = '12px inter, "inter Fallback", system-ui, sans-serif'

const year = '\n{YYYY}'
const day = '\n{D} {MMM}'

/** Labels of the time axis. Each row: smallest step, its label, and what a new year, month and day add. */
export const timeLabels: (string | number | null)[][] = [
  [365 * 86_400, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * 86_400, '{MMM}', year, null, null, null, null, null, 1],
  [86_400, '{D} {MMM}', year, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', `${day} {YYYY}`, null, day, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', `${day} {YYYY}`, null, day, null, null, null, 1],
  [0.001, '{ss}.{fff}', `${day} {YYYY}`, null, day, null, null, null, 1],
]

/** uPlot's options: thin lines, a single colour, no legend. */
export function plotOptions(setup: PlotSetup): uPlot.Options {
  const { width, height, zone, colors, hasBand, isStep, pointCount, silences, onCursor } = setup
  const axis = {
    font: FONT,
    stroke: colors.text,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
  }
  const extreme = { stroke: 'transparent', points: { show: false }, gaps: gapsOver(silences) }
  return {
    width,
    height,
    // The right padding is half as wide as the last time label.
    padding: [8, 20, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    axes: [
      { ...axis, grid: { show: false }, space: 72, values: timeLabels },
      { ...axis, size: 56, ...(isStep && { splits: [0, 1], values: ['off', 'on'] }) },
    ],
    scales: { y: isStep ? { range: [-0.1, 1.1] } : {} },
    series: [
      {},
      {
        stroke: colors.line,
        width: 1.5,
        points: marks(pointCount, colors.line, silences),
        gaps: gapsOver(silences),
        ...(isStep && uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
      },
      ...(hasBand ? [extreme, extreme] : []),
    ],
    ...(hasBand && { bands: [{ series: [3, 2], fill: colors.band }] }),
    hooks: {
      setCursor: [(plot) => onCursor(plot.cursor.idx ?? null, plot.cursor.left ?? -1)],
    },
  }
}

/** Marks every point if there are few, and isolated points always. */
export function marks(
  count: number,
  fill: string,
  silences?: ReadonlySet<number>,
): uPlot.Series.Points {
  return {
    show: count <= MOST_MARKS,
    filter: (plot, series, show) => (show ? null : lonePoints(plot.data[series] ?? [], silences)),
    ...{ size: 5, fill },
  }
}

function gapsOver(silences: ReadonlySet<number>): uPlot.Series.GapsRefiner {
  return (plot, _series, first, last, gaps) => {
    const x = (index: number) => plot.valToPos(plot.data[0][index] ?? 0, 'x', true)
    const drawn = [...silences].filter((index) => index >= first && index < last)
    return [...gaps, ...drawn.map((index): [number, number] => [x(index), x(index + 1)])]
  }
}
