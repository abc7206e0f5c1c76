import { HOSTS, METRICS, ROWS, STEP_MS } from './data.ts'

/** What is asked: of random hosts and windows, so that no question comes twice. */
export interface Question {
  readonly metrics: readonly string[]
  /** Undefined for all of them. */
  readonly host: number | undefined
  /** Epoch milliseconds, whole buckets. */
  readonly from: number
  readonly to: number
  readonly aggregate: 'max' | 'avg' | 'raw' | 'last'
  /** Seconds of a bucket. */
  readonly bucket: number
  /** The last so many buckets, the latest first. */
  readonly latest?: number
}

export interface QuestionClass {
  readonly name: string
  readonly text: string
  next(random: () => number, start: number): Question
}

const HOUR = 3600_000
const DAY = ROWS * STEP_MS

const some = (count: number) => METRICS.slice(0, count)

/** A window of so many hours, on a whole bucket. */
function windowOf(random: () => number, start: number, hours: number, bucket: number) {
  const steps = Math.floor((DAY - hours * HOUR) / (bucket * 1000))
  const from = start + Math.floor(random() * (steps + 1)) * bucket * 1000
  return { from, to: from + hours * HOUR, bucket }
}

const anyHost = (random: () => number) => Math.floor(random() * HOSTS)

function singleGroupBy(metrics: number, hours: number): QuestionClass {
  return {
    name: `single-groupby-${metrics}-1-${hours}`,
    text: `${metrics} of 1 host, ${hours} h, highest by the minute`,
    next: (random, start) => ({
      ...{ metrics: some(metrics), host: anyHost(random), aggregate: 'max' },
      ...windowOf(random, start, hours, 60),
    }),
  }
}

function doubleGroupBy(name: string, metrics: number): QuestionClass {
  return {
    name: `double-groupby-${name}`,
    text: `${metrics} of all hosts, 12 h, average by the hour`,
    next: (random, start) => ({
      ...{ metrics: some(metrics), host: undefined, aggregate: 'avg' },
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
    next: (random, start) => ({
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
    next: (random, start) => ({
      ...{ metrics: METRICS, host: anyHost(random), aggregate: 'raw' },
      ...windowOf(random, start, 1, 10),
    }),
  },
  {
    name: 'groupby-orderby-limit',
    text: 'highest of all hosts by the minute, the last 5 before a random time',
    next: (random, start) => {
      const { to } = windowOf(random, start, 1, 60)
      const range = { from: to - HOUR, to, bucket: 60 }
      return { metrics: some(1), host: undefined, aggregate: 'max', latest: 5, ...range }
    },
  },
  {
    name: 'lastpoint',
    text: 'the latest of 10 of all hosts',
    next: (_, start) => ({
      ...{ metrics: METRICS, host: undefined, aggregate: 'last', bucket: 0 },
      ...{ from: start, to: start + DAY },
    }),
  },
]
