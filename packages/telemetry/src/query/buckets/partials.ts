import { finite, type NativeColumn, valueReader } from '@sluice/clickhouse'
import type { SampleRun } from '../../cache/chunks/chunk.ts'
import { computed } from '../computed.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import { isNumber } from '../stored-value.ts'
import type { EndSample } from '../summary-row.ts'

/**
 * An aggregate of a part of a bucket, in a form that can be merged: some parts are read from samples, some from
 * rollups. Results may differ from those over all samples at once in the last bits of floating-point sums, which depend
 * on the order anyway.
 */
interface Partial {
  /** SQL over samples; `t` is the time. */
  readonly ofSamples: string
  /** SQL over rolled-up hours, by the names of their columns. */
  readonly ofHours: string
  readonly columns: readonly HourColumn[]
  /** The same over a thing's samples in memory, at least one. */
  of(samples: SampleRun, thing: number): unknown
  combine(a: never, b: never): unknown
}

/** Lists in a rollup, by the name of one element in a statement. */
export const hourColumns = {
  samples: { list: 'counts', none: '0' },
  numbers: { list: 'numbers', none: '0' },
  total: { list: 'sums', none: '0' },
  spread: { list: 'squares', none: '0' },
  low: { list: 'lows', none: '0' },
  high: { list: 'highs', none: '0' },
  first: { list: 'firsts', none: "(0, 0, '')" },
  last: { list: 'lasts', none: "(0, 0, '')" },
} as const
export type HourColumn = keyof typeof hourColumns

/** An overflowing number is null (as the store answers it) or not finite. */
type Total = [numbers: number, total: number | null]
type Spread = [numbers: number, mean: number | null, squares: number | null]
/** Of things with the same time, the lowest number wins, as in a statement over samples. */
type End = EndSample

const partials = {
  count: {
    ofSamples: 'count()',
    ofHours: 'sum(samples)',
    columns: ['samples'],
    of: ({ first, end }) => end - first,
    combine: (a: number, b: number) => a + b,
  },
  total: {
    ofSamples: `(countIf(${isNumber}), sumIf(number, ${isNumber}))`,
    ofHours: '(sum(numbers), sum(total))',
    columns: ['numbers', 'total'],
    of: totalOf,
    combine: (a: Total, b: Total): Total => [a[0] + b[0], known(a[1]) + known(b[1])],
  },
  min: {
    ofSamples: `minOrNullIf(number, ${isNumber})`,
    ofHours: 'minOrNullIf(low, numbers > 0)',
    columns: ['numbers', 'low'],
    of: (samples) => extremeOf(Math.min, samples),
    combine: (a: number | null, b: number | null) => extreme(Math.min, a, b),
  },
  max: {
    ofSamples: `maxOrNullIf(number, ${isNumber})`,
    ofHours: 'maxOrNullIf(high, numbers > 0)',
    columns: ['numbers', 'high'],
    of: (samples) => extremeOf(Math.max, samples),
    combine: (a: number | null, b: number | null) => extreme(Math.max, a, b),
  },
  first: {
    ofSamples: 'argMin((t, thing, number, text), (t, thing))',
    ofHours: 'argMin((first.1, thing, first.2, first.3), (first.1, thing))',
    columns: ['first'],
    of: (samples, thing): End => endOf(samples, samples.first, thing),
    combine: (a: End, b: End) => ((a[0] - b[0] || a[1] - b[1]) < 0 ? a : b),
  },
  last: {
    ofSamples: 'argMax((t, thing, number, text), (t, -toInt64(thing)))',
    ofHours: 'argMax((last.1, thing, last.2, last.3), (last.1, -toInt64(thing)))',
    columns: ['last'],
    of: (samples, thing): End => endOf(samples, samples.end - 1, thing),
    combine: (a: End, b: End) => ((b[0] - a[0] || a[1] - b[1]) < 0 ? a : b),
  },
  spread: {
    ofSamples: `(countIf(${isNumber}), avgIf(number, ${isNumber}), varPopStableIf(number, ${isNumber}) * countIf(${isNumber}))`,
    ofHours: `(sum(numbers), sum(total) / sum(numbers),
      arraySum(each -> each.3 + each.1 * pow(each.2 - sum(total) / sum(numbers), 2),
        groupArrayIf((numbers, total / numbers, spread), numbers > 0)))`,
    columns: ['numbers', 'total', 'spread'],
    of: spreadOf,
    combine: joined,
  },
} as const satisfies Record<string, Partial>

export type PartialName = keyof typeof partials

/** How aggregates are derived from partials. Aggregates that are missing here need every sample. */
const made: {
  readonly [Kind in PlainAggregate]?: readonly [PartialName, Finish]
} = {
  count: ['count', (count: number) => count],
  sum: [
    'total',
    (numbers: number, total: number | null) => (numbers === 0 ? null : computed(total)),
  ],
  avg: ['total', (numbers: number, total: number | null) => computed(known(total) / numbers)],
  min: ['min', (min: number | null) => min],
  max: ['max', (max: number | null) => max],
  first: ['first', (_time: number, _thing: number, ...value: unknown[]) => value],
  last: ['last', (_time: number, _thing: number, ...value: unknown[]) => value],
  stddev: [
    'spread',
    (numbers: number, mean: number | null, squares: number | null) =>
      numbers < 2 || computed(known(mean) * numbers) === null
        ? null
        : computed(Math.sqrt(known(squares) / (numbers - 1))),
  ],
}

/** Whether an aggregate can be merged from parts of a bucket. */
export function hasPartial(aggregate: PlainAggregate): boolean {
  return made[aggregate] !== undefined
}

/** The partials of a bucket and line. A line is a metric of one thing, or of all things together. */
export type PartialRow = [bucket: number, thing: number, metric: number, ...partials: unknown[]]

type Finish = (...elements: never[]) => unknown
type ColumnReader = (row: number) => unknown
type ColumnReaders = { readonly [Kind in PlainAggregate]?: ColumnReader }

export type Partials = ReturnType<typeof selectPartials>

const none = () => null
const nothing = ['count', none] as const

/** The index of the first partial in a row. */
const FIRST = 3

/** The distinct partials of some aggregates: their SQL, and how to merge and finish their rows. */
export function selectPartials(wanted: readonly PlainAggregate[]) {
  const names = [...new Set(wanted.flatMap((aggregate) => made[aggregate]?.[0] ?? []))]
  const chosen = names.map((name) => partials[name])
  return {
    ofSamples: chosen.map(({ ofSamples }) => ofSamples).join(', '),
    ofHours: chosen.map(({ ofHours }) => ofHours).join(', '),
    columns: [...new Set<HourColumn>(chosen.flatMap(({ columns }) => columns))],
    /** The partials of a thing's samples, at least one. */
    of: (samples: SampleRun, thing: number) => chosen.map((partial) => partial.of(samples, thing)),
    /** Merges the partials of another part of the same bucket into `row`. */
    addTo(row: PartialRow, other: PartialRow): void {
      for (const [i, { combine }] of chosen.entries()) {
        row[FIRST + i] = combine(row[FIRST + i] as never, other[FIRST + i] as never)
      }
    },
    /** The final value of an aggregate, as the store would have answered it. */
    read(aggregate: PlainAggregate, row: PartialRow): unknown {
      const [name, finish] = made[aggregate] ?? nothing
      return finish(...(elementsOf(row[FIRST + names.indexOf(name)]) as never[]))
    },
    /** The same by index into columns of partials. */
    columnReaders(columns: readonly NativeColumn[]): ColumnReaders {
      const readers = wanted.map((aggregate) => {
        const [name, finish] = made[aggregate] ?? nothing
        return [aggregate, columnReader(columns[names.indexOf(name)] ?? [], finish)]
      })
      return Object.fromEntries(readers)
    },
  }
}

function elementsOf(partial: unknown): readonly unknown[] {
  return Array.isArray(partial) ? partial : [partial]
}

/** Reads elements without building a list of them, which would be costly with many rows. */
function columnReader(column: NativeColumn, finish: Finish): ColumnReader {
  const elements = 'elements' in column ? column.elements : [column]
  const [first = none, second = none, third = none, fourth = none] = elements.map(valueReader)
  const call = finish as (...elements: unknown[]) => unknown
  return (row) => call(first(row), second(row), third(row), fourth(row))
}

const known = (number: number | null) => number ?? Number.NaN

function totalOf({ numbers, first, end }: SampleRun): [numbers: number, total: number] {
  let [count, total] = [0, 0]
  for (let at = first; at < end; at += 1) {
    const number = numbers[at] ?? Number.NaN
    if (!Number.isFinite(number)) continue
    count += 1
    total += number
  }
  return [count, total]
}

function extremeOf(of: (a: number, b: number) => number, { numbers, first, end }: SampleRun) {
  let known: number | null = null
  for (let at = first; at < end; at += 1) {
    const number = numbers[at] ?? Number.NaN
    if (Number.isFinite(number)) known = known === null ? number : of(known, number)
  }
  return known
}

export function endOf({ times, numbers, texts }: SampleRun, at: number, thing: number): End {
  return [times[at] ?? 0, thing, finite(numbers[at]), texts?.[at] ?? '']
}

function spreadOf(samples: SampleRun): Spread {
  const [count, total] = totalOf(samples)
  if (count === 0) return [0, null, null]
  const { numbers, first, end } = samples
  const mean = total / count
  let squares = 0
  for (let at = first; at < end; at += 1) {
    const number = numbers[at] ?? Number.NaN
    if (Number.isFinite(number)) squares += (number - mean) ** 2
  }
  return [count, mean, squares]
}

function extreme(of: (a: number, b: number) => number, a: number | null, b: number | null) {
  if (a === null || b === null) return a ?? b
  return of(a, b)
}

/** Chan's formula, which squares only the difference between the two means. */
function joined(a: Spread, b: Spread): Spread {
  const [n, mean, squares] = a
  const [m, other, rest] = b
  if (n === 0 || m === 0) return n === 0 ? b : a
  const apart = known(other) - known(mean)
  const all = n + m
  return [
    all,
    known(mean) + (apart * m) / all,
    known(squares) + known(rest) + (apart * apart * n * m) / all,
  ]
}
