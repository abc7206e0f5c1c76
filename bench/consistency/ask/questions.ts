import { type Aggregate, aggregates, type Fill, fills } from '@sluice/contract'
import { isoOf } from '@sluice/runtime'
import type { Dice } from '../dice.ts'
import type { Choose, Range } from '../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../model/thing.ts'
import type { Cells } from './cells.ts'
import { bucketCells, type Column, rawCells } from './evaluate.ts'
import { readCsv, readRecent, readSeriesPages, readSummary } from './read.ts'
import { recentCells, summaryCells } from './summaries.ts'

/** A question, and how a state answers it. */
export interface Question {
  readonly kind: string
  readonly path: string
  readonly things: readonly Thing[]
  /** Samples that it is about; all without one. */
  readonly range: Range | undefined
  /** Set where it is about all metrics of a thing, raw: what is not known shows. */
  readonly shows?: { readonly thing: Thing; readonly range: Range }
  /** Of a named time in its answer, in microseconds. */
  readonly width: number
  /** `answers` are its pages, in case the question leaves something to the API, as an interval. */
  expected(choose: Choose, answers: readonly unknown[]): Cells
  read(answers: readonly unknown[]): Cells
}

/** Whom a worker may ask about. */
export interface Askable {
  readonly things: readonly Thing[]
  /** The site that holds just these things. */
  readonly siteId: string
  readonly timezone: string
}

const HOUR = 3600e6
const DAY = 24 * HOUR

/** A question of a random kind about random samples; undefined where there is nothing to ask about yet. */
export function questionOf(askable: Askable, dice: Dice): Question | undefined {
  const thing = dice.of(askable.things)
  if (!thing?.span) return undefined
  const kind = dice.of(kinds)
  return kind(askable, thing, dice)
}

/** All raw samples of a thing, or those of a range, with which what is not known is settled. */
export function allRaw(thing: Thing, range?: Range): Question {
  const whole = { from: (thing.span?.from ?? 0) - HOUR, to: (thing.span?.to ?? 0) + HOUR }
  const asked = rawOf(thing, thing.metrics, range ?? whole, { order: 'asc', limit: 10_000 })
  return { ...asked, shows: { thing, range: range ?? whole } }
}

/** The latest sample of each of a thing's metrics. */
export function recentOf(thing: Thing): Question {
  return {
    ...{
      kind: 'recent',
      path: `/v2/thing/${thing.id}/recent`,
      things: [thing],
      range: undefined,
      width: 1,
    },
    expected: (choose) => recentCells([thing], ({ metrics }) => metrics, choose),
    read: ([answer]) => readRecent(answer),
  }
}

type Kind = (askable: Askable, thing: Thing, dice: Dice) => Question

const raw: Kind = (_, thing, dice) => {
  const keys = dice.some(thing.metrics, 0.6)
  const paging = {
    order: dice.of(['asc', 'desc'] as const),
    limit: dice.of([7, 100, 1000, 10_000]),
  }
  const widest = paging.limit * 8 * 20e6
  return rawOf(
    thing,
    keys,
    rangeOf(thing, dice, paging.limit < 10_000 ? widest : undefined),
    paging,
  )
}

const csv: Kind = (askable, thing, dice) => {
  if (thing.size > 10_000) return raw(askable, thing, dice)
  const keys = dice.some(thing.metrics, 0.6)
  const range = rangeOf(thing, dice)
  return {
    ...{ kind: 'raw CSV', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/timeseries?${query({ ...times(range), metrics: keys.join(), limit: 10_000, format: 'csv' })}`,
    expected: (choose) => rawCells(thing, keys, range, choose),
    read: ([text]) => readCsv(String(text), valueTypes),
  }
}

const buckets: Kind = ({ timezone }, thing, dice) => {
  const asked = bucketsAsked(thing.metrics, rangeOf(thing, dice), timezone, dice)
  return seriesQuestion({
    ...{ kind: 'interval', base: `/v2/thing/${thing.id}/timeseries?`, things: [thing], asked },
    lines: [{ name: '', things: [thing], columns: asked.columns }],
  })
}

/** All of one or several things by the hour or more, as rollups answer it. */
const rolled: Kind = (askable, thing, dice) => {
  const things = dice.chance(0.5) ? [thing] : hasAll(askable, thing, dice)
  const { from = 0, to = 0 } = thing.span ?? {}
  const range = { from: Math.floor(from / DAY) * DAY, to: Math.ceil(to / HOUR) * HOUR }
  const columns = dice
    .some(ofRollups, 0.4)
    .map((aggregate) => ({ key: 'level' as const, aggregate }))
  const [interval, width] = dice.of([
    ['1h', HOUR],
    ['6h', 6 * HOUR],
    ['1d', DAY],
  ] as const)
  const metrics = columns.map(({ aggregate }) => `level:${aggregate}`).join()
  const asked = {
    range,
    interval,
    timezone: 'UTC',
    columns,
    width,
    maxGap: 0,
    fill: 'none' as const,
  }
  return seriesQuestion({
    ...{ kind: 'interval of rolled up hours', things },
    base: `/v2/things/timeseries?ids=${idsOf(things)}&timezone=UTC&`,
    asked: { ...asked, query: query({ ...times(range), interval, metrics, limit: 2000 }) },
    lines: [{ name: '', things, columns }],
  })
}

const together: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const whole = things.length === askable.things.length && dice.chance(0.5)
  const asked = bucketsAsked(
    metricsOf(things),
    rangeOf(thing, dice),
    whole ? askable.timezone : 'UTC',
    dice,
  )
  const base = whole
    ? `/v2/site/${askable.siteId}/timeseries?`
    : `/v2/things/timeseries?ids=${idsOf(things)}&`
  const lines = [{ name: '', things, columns: asked.columns }]
  return seriesQuestion({ kind: 'interval of several', base, things, asked, lines })
}

const eachOf: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const asked = bucketsAsked(metricsOf(things), rangeOf(thing, dice), 'UTC', dice)
  const lines = things.map((one) => ({
    ...{ name: `${one.id} `, things: [one] },
    columns: asked.columns.filter(({ key }) => one.metrics.includes(key)),
  }))
  const base = `/v2/things/timeseries?ids=${idsOf(things)}&groupBy=thing&`
  return seriesQuestion({ kind: 'interval of each', base, things, asked, lines })
}

const summary: Kind = (_, thing, dice) => {
  const keys = dice.some(thing.metrics, 0.6)
  const range = rangeOf(thing, dice)
  return {
    ...{ kind: 'summary', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/summary?${query({ ...times(range), metrics: keys.join() })}`,
    expected: (choose) => summaryCells([thing], keys, range, choose),
    read: ([answer]) => readSummary(answer, isComputed),
  }
}

const summaryOfSeveral: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const keys = dice.some(metricsOf(things), 0.6)
  const range = rangeOf(thing, dice)
  const each = dice.chance(0.5)
  const asked = { ...times(range), metrics: keys.join(), groupBy: each ? 'thing' : 'none' }
  return {
    ...{ kind: 'summary of several', things, range, width: 1 },
    path: `/v2/things/summary?ids=${idsOf(things)}&${query(asked)}`,
    expected(choose) {
      if (!each) return summaryCells(things, keys, range, choose)
      const own = things.map((one) => {
        const wanted = keys.filter((key) => one.metrics.includes(key))
        return summaryCells([one], wanted, range, choose, `${one.id} `)
      })
      return new Map(own.flatMap((cells) => [...cells]))
    },
    read: ([answer]) => readSummary(answer, isComputed),
  }
}

const recentOfSeveral: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const each = dice.chance(0.5)
  const keysOf = (one: Thing) => one.metrics
  return {
    ...{ kind: 'recent of several', things, range: undefined, width: 1 },
    path: `/v2/things/recent?ids=${idsOf(things)}&groupBy=${each ? 'thing' : 'none'}`,
    expected(choose) {
      if (!each) return recentCells(things, keysOf, choose)
      const own = things.map((one) => recentCells([one], keysOf, choose, `${one.id} `))
      return new Map(own.flatMap((cells) => [...cells]))
    },
    read: ([answer]) => readRecent(answer),
  }
}

/** What is thinned out has samples that are there, and counts them all. */
const thinned: Kind = (_, thing, dice) => {
  const range = rangeOf(thing, dice)
  const asked = {
    ...times(range),
    metrics: 'level',
    downsample: dice.of(['lttb', 'minmax'] as const),
    maxPoints: 50,
  }
  const kept = (answers: readonly unknown[]) =>
    [...readSeriesPages(answers, false)].filter(([name]) => name.endsWith(' level'))
  return {
    ...{ kind: 'downsample', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/timeseries?${query(asked)}`,
    expected(choose, answers) {
      const all = rawCells(thing, ['level'], range, choose)
      const cells: Cells = new Map([['count', all.size]])
      for (const [name] of kept(answers)) cells.set(name, all.get(name) ?? null)
      return cells
    },
    read(answers) {
      const [answer] = answers as [{ downsampledFrom: { level: number } }]
      return new Map([['count', answer.downsampledFrom.level], ...kept(answers)])
    },
  }
}

const kinds: readonly Kind[] = [
  ...[raw, raw, csv, buckets, buckets, buckets, rolled, rolled, rolled, together, eachOf],
  ...[summary, summaryOfSeveral],
  ...([(_askable, thing) => recentOf(thing), recentOfSeveral, thinned] satisfies Kind[]),
]

function rawOf(
  thing: Thing,
  keys: readonly MetricKey[],
  range: Range,
  { order, limit }: { readonly order: 'asc' | 'desc'; readonly limit: number },
): Question {
  return {
    ...{ kind: 'raw', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/timeseries?${query({ ...times(range), metrics: keys.join(), order, limit })}`,
    expected: (choose) => rawCells(thing, keys, range, choose),
    read: (answers) => readSeriesPages(answers, false),
  }
}

interface BucketsAsked {
  readonly range: Range
  readonly interval: string
  readonly timezone: string
  readonly columns: readonly Column[]
  readonly fill: Fill
  readonly maxGap: number
  readonly query: string
  readonly width: number
}

const ofTexts: readonly Aggregate[] = ['count', 'first', 'last']
/** Only those that rollups answer, now and then: one that needs all samples has all read. */
const ofRollups: readonly Aggregate[] = [
  'avg',
  'min',
  'max',
  'sum',
  'count',
  'first',
  'last',
  'stddev',
]
const gaps = [
  ['30m', 0.5 * HOUR],
  ['3h', 3 * HOUR],
  ['2d', 2 * DAY],
] as const

function bucketsAsked(
  keys: readonly MetricKey[],
  range: Range,
  timezone: string,
  dice: Dice,
): BucketsAsked {
  const wanted = dice.some(dice.chance(0.5) ? ofRollups : aggregates, 0.3)
  const columns = dice
    .some(keys, 0.5)
    .flatMap((key) =>
      wanted
        .filter((aggregate) => valueTypes[key] !== 'string' || ofTexts.includes(aggregate))
        .map((aggregate) => ({ key, aggregate })),
    )
  if (columns.length === 0) columns.push({ key: 'state', aggregate: 'count' })
  const width = range.to - range.from
  const fitting = (
    [
      ['10s', 10e6],
      ['1m', 60e6],
      ['7m', 420e6],
      ['1h', HOUR],
      ['6h', 6 * HOUR],
      ['1d', DAY],
      ['1w', 7 * DAY],
      ['1mo', 30 * DAY],
    ] as const
  ).filter(([, micros]) => width / micros < 1500)
  const [chosen, micros] = dice.of(fitting)
  const interval = dice.chance(0.1) ? 'auto' : chosen
  const zone = dice.chance(0.5)
    ? timezone
    : dice.of(['UTC', 'Europe/Oslo', 'Asia/Kolkata', 'Australia/Lord_Howe'])
  const fill = dice.of(['none', 'none', ...fills] as const)
  const gap = fill === 'previous' || fill === 'linear' ? dice.of([undefined, ...gaps]) : undefined
  return {
    ...{ range, interval, timezone: zone, columns, fill },
    width: interval === 'auto' ? HOUR : micros,
    maxGap: gap?.[1] ?? Number.POSITIVE_INFINITY,
    query: query({
      ...{ ...times(range), interval, fill, order: dice.of(['asc', 'desc']) },
      metrics: columns.map(({ key, aggregate }) => `${key}:${aggregate}`).join(),
      limit: dice.of([50, 400, 2000]),
      ...(zone !== timezone && { timezone: zone }),
      ...(gap && { maxGap: gap[0] }),
    }),
  }
}

function seriesQuestion({
  kind,
  base,
  things,
  asked,
  lines,
}: {
  readonly kind: string
  readonly base: string
  readonly things: readonly Thing[]
  readonly asked: BucketsAsked
  readonly lines: Parameters<typeof bucketCells>[0]
}): Question {
  return {
    ...{ kind, path: base + asked.query, things, range: asked.range, width: asked.width },
    expected(choose, answers) {
      const [{ interval }] = answers as [{ interval: string }]
      return bucketCells(lines, { ...asked, interval }, choose)
    },
    read: (answers) => readSeriesPages(answers, true),
  }
}

function isComputed(metric: string): boolean {
  return valueTypes[metric as MetricKey] !== 'string'
}

/** The thing and some others. */
function hasAll({ things }: Askable, thing: Thing, dice: Dice): Thing[] {
  return things.filter((other) => other === thing || dice.chance(0.7))
}

function metricsOf(things: readonly Thing[]): MetricKey[] {
  return [...new Set(things.flatMap(({ metrics }) => [...metrics]))]
}

function idsOf(things: readonly Thing[]): string {
  return things.map(({ id }) => id).join()
}

/** Around something that a thing has: from minutes to all of it. */
function rangeOf(thing: Thing, dice: Dice, widest = Number.POSITIVE_INFINITY): Range {
  const { from, to } = thing.span ?? { from: 0, to: 1 }
  if (dice.chance(0.3) && to - from < widest) return { from: from - HOUR, to: to + HOUR }
  const { times: own } = thing.series[dice.of(thing.metrics)]
  const around = own.length > 0 ? dice.of(own) : from
  const width = Math.min(widest, dice.of([10 * 60e6, 2 * HOUR, 10 * HOUR, 2 * DAY, 5 * DAY]))
  const begin = around - Math.floor(dice() * width)
  return dice.chance(0.4)
    ? { from: Math.floor(begin / HOUR) * HOUR, to: Math.ceil((begin + width) / HOUR) * HOUR }
    : { from: begin, to: begin + width }
}

function times({ from, to }: Range) {
  return { from: isoOf(from), to: isoOf(to) }
}

function query(entries: Record<string, string | number>): string {
  return Object.entries(entries)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}
