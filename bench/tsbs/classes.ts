import { DAY_MS, HOSTS, METRICS, STEP_MS } from './data.ts'

/** What is asked: of random hosts, metrics and windows, so that no question comes twice. */
export interface Question {
  readonly metrics: readonly string[]
  /** Undefined for all of them. */
  readonly host: number | undefined
  /** Epoch milliseconds of a row, anywhere within a bucket. */
  readonly from: number
  readonly to: number
  readonly aggregate: 'max' | 'avg' | 'raw' | 'last'
  /** Seconds of a bucket. */
  readonly bucket: number
  /** The last so many buckets, the latest first. */
  readonly latest?: number
  /** Only rows in which a metric is above a value. */
  readonly above?: { readonly metric: string; readonly value: number }
}

export interface QuestionClass {
  readonly name: string
  readonly text: string
  next(random: () => number, asked: AskedTimes): Question
}

/** Epoch milliseconds: the day that is asked for, and up to where hosts have reported. */
export interface AskedTimes {
  readonly start: number
  readonly head: number
}

const HOUR = 3600_000

/** So many metrics, from a random one on. */
function some(random: () => number, count: number): string[] {
  const first = Math.floor(random() * METRICS.length)
  return [...METRICS, ...METRICS].slice(first, first + count)
}

/**
 * A window of so many hours. As TSBS's, it does not begin with a bucket: there are few windows of whole hours, and a
 * database that remembers the results of those would be measured by its memory.
 */
function windowOf(random: () => number, start: number, hours: number, bucket: number) {
  const steps = (DAY_MS - hours * HOUR) / STEP_MS
  const from = start + Math.floor(random() * (steps + 1)) * STEP_MS
  return { from, to: from + hours * HOUR, bucket }
}

const anyHost = (random: () => number) => Math.floor(random() * HOSTS)

function singleGroupBy(metrics: number, hours: number): QuestionClass {
  return {
    name: `single-groupby-${metrics}-1-${hours}`,
    text: `${metrics} of 1 host, ${hours} h, highest by the minute`,
    next: (random, { start }) => ({
      ...{ metrics: some(random, metrics), host: anyHost(random), aggregate: 'max' },
      ...windowOf(random, start, hours, 60),
    }),
  }
}

function doubleGroupBy(name: string, metrics: number): QuestionClass {
  return {
    name: `double-groupby-${name}`,
    text: `${metrics} of all hosts, 12 h, average by the hour`,
    next: (random, { start }) => ({
      ...{ metrics: some(random, metrics), host: undefined, aggregate: 'avg' },
      ...windowOf(random, start, 12, 3600),
    }),
  }
}

export const classes: readonly QuestionClass[] = [
  singleGroupBy(1, 1),
  singleGroupBy(1, 12),
  singleGroupBy(5, 1),
  singleGroupBy(5, 12),
  {
    name: 'cpu-max-all-1',
    text: '10 of 1 host, 8 h, highest by the hour',
    next: (random, { start }) => ({
      ...{ metrics: METRICS, host: anyHost(random), aggregate: 'max' },
      ...windowOf(random, start, 8, 3600),
    }),
  },
  doubleGroupBy('1', 1),
  doubleGroupBy('5', 5),
  doubleGroupBy('all', 10),
  {
    name: 'raw-hour',
    text: '10 of 1 host, 1 h, all samples',
    next: (random, { start }) => ({
      ...{ metrics: METRICS, host: anyHost(random), aggregate: 'raw' },
      ...windowOf(random, start, 1, 10),
    }),
  },
  {
    name: 'high-cpu-1',
    text: '10 of 1 host, 12 h, all samples of rows in which one is above 90',
    next: (random, { start }) => ({
      ...{ metrics: METRICS, host: anyHost(random), aggregate: 'raw' },
      above: { metric: some(random, 1)[0] ?? METRICS[0], value: 90 },
      ...windowOf(random, start, 12, 10),
    }),
  },
  {
    name: 'groupby-orderby-limit',
    text: 'highest of all hosts by the minute, the last 5 before a random time',
    next: (random, { start }) => {
      const { to } = windowOf(random, start, 1, 60)
      const range = { from: to - HOUR, to, bucket: 60 }
      return { metrics: some(random, 1), host: undefined, aggregate: 'max', latest: 5, ...range }
    },
  },
  {
    name: 'lastpoint',
    text: 'the latest of 10 of all hosts',
    // As of now, which is never the same.
    next: (random, { start, head }) => ({
      ...{ metrics: METRICS, host: undefined, aggregate: 'last', bucket: 0 },
      ...{ from: start, to: head + Math.floor(random() * 1000) },
    }),
  },
]
