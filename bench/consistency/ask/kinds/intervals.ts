import { type Aggregate, aggregates, type Fill, fills } from '@sluice/contract'
import type { Dice } from '../../dice.ts'
import { type Control, type Grouping, groupings, groupsOf, zoneOf } from '../../model/control.ts'
import type { Range } from '../../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../../model/thing.ts'
import { autoInterval } from '../auto.ts'
import { DAY, HOUR, hasAll, idsOf, metricsOf, query, rangeOf, times } from '../choices.ts'
import { bucketCells, type Column } from '../evaluate.ts'
import { placeAsked } from '../places.ts'
import type { Kind, Question } from '../question.ts'
import { readAxis, readSeriesPages } from '../read.ts'
import { type Format, formats } from '../tables.ts'

export const buckets: Kind = ({ controls }, thing, dice) => {
  const asked = bucketsAsked(thing.metrics, rangeOf(thing, dice), dice)
  return seriesQuestion({
    ...{ kind: 'interval', base: `/v2/thing/${thing.id}/timeseries?`, things: [thing], asked },
    ...{ controls, zone: (control) => zoneOf(control, thing) },
    linesOf: () => [{ name: '', things: [thing], columns: asked.columns }],
  })
}

/** All of one or several things by the hour or more, as rollups answer it. */
export const rolled: Kind = (askable, thing, dice) => {
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
    timezone: undefined,
    columns,
    width,
    maxGap: 0,
    fill: 'none' as const,
    format: dice.of(formats),
  }
  const { format } = asked
  return seriesQuestion({
    ...{ kind: 'interval of rolled up hours', things },
    base: `/v2/things/timeseries?ids=${idsOf(things)}&`,
    asked: { ...asked, query: query({ ...times(range), interval, metrics, limit: 2000, format }) },
    linesOf: () => [{ name: '', things, columns }],
  })
}

export const together: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const asked = bucketsAsked(metricsOf(things), rangeOf(thing, dice), dice)
  const base = `/v2/things/timeseries?ids=${idsOf(things)}&`
  const linesOf = () => [{ name: '', things, columns: asked.columns }]
  return seriesQuestion({ kind: 'interval of several', base, things, asked, linesOf })
}

export const eachOf: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const asked = bucketsAsked(metricsOf(things), rangeOf(thing, dice), dice)
  const lines = things.map((one) => ({
    ...{ name: `${one.id} `, things: [one] },
    columns: asked.columns.filter(({ key }) => one.metrics.includes(key)),
  }))
  const base = `/v2/things/timeseries?ids=${idsOf(things)}&groupBy=thing&`
  return seriesQuestion({ kind: 'interval of each', base, things, asked, linesOf: () => lines })
}

/** The things of a site or a fleet together, each, or in groups. */
export const ofPlace: Kind = (askable, thing, dice) => {
  const { things, controls } = askable
  const { by, id, path, members: membersOf, keys } = placeAsked(askable, dice)
  if (keys.length === 0) return grouped(askable, thing, dice)
  const asked = bucketsAsked(keys, rangeOf(thing, dice), dice)
  const groupBy = dice.of(['none', 'none', 'thing', 'site', 'fleet', 'label:line'] as const)
  const { columns } = asked
  return seriesQuestion({
    ...{ kind: `interval of a ${by} by ${groupBy}`, things, asked, controls },
    base: `${path}timeseries?groupBy=${groupBy}&`,
    zone: ({ zones }) => (by === 'site' ? (zones[id] ?? 'UTC') : 'UTC'),
    isOfSeveral: groupBy !== 'none',
    linesOf(control) {
      const members = membersOf(control)
      if (groupBy === 'none') return [{ name: '', things: members, columns }]
      if (groupBy === 'thing')
        return members.map((one) => ({ name: `${one.id} `, things: [one], columns }))
      return groupLines(control, members, groupBy, columns)
    },
  })
}

/** Several things by site, fleet or label. */
export const grouped: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const asked = bucketsAsked(metricsOf(things), rangeOf(thing, dice), dice)
  const groupBy = dice.of(groupings)
  return seriesQuestion({
    ...{ kind: `interval by ${groupBy}`, things, asked, controls: askable.controls },
    base: `/v2/things/timeseries?ids=${idsOf(things)}&groupBy=${groupBy}&`,
    isOfSeveral: true,
    linesOf: (control) => groupLines(control, things, groupBy, asked.columns),
  })
}

function groupLines(
  control: Control,
  things: readonly Thing[],
  by: Grouping,
  columns: readonly Column[],
) {
  return groupsOf(control, things, by).map(([name, members]) => {
    return { name: `${name} `, things: members, columns }
  })
}

interface BucketsAsked {
  readonly range: Range
  readonly interval: string
  /** Undefined: the zone of the thing or the site. */
  readonly timezone: string | undefined
  readonly columns: readonly Column[]
  readonly fill: Fill
  readonly maxGap: number
  readonly format: Format
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

function bucketsAsked(keys: readonly MetricKey[], range: Range, dice: Dice): BucketsAsked {
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
  const format = dice.of(formats)
  const interval = dice.chance(0.2) ? 'auto' : chosen
  const timezone = dice.chance(0.5)
    ? undefined
    : dice.of(['UTC', 'Europe/Oslo', 'Asia/Kolkata', 'Australia/Lord_Howe'])
  const fill = dice.of(['none', 'none', ...fills] as const)
  const gap = fill === 'previous' || fill === 'linear' ? dice.of([undefined, ...gaps]) : undefined
  return {
    ...{ range, interval, timezone, columns, fill, format },
    width: interval === 'auto' ? HOUR : micros,
    maxGap: gap?.[1] ?? Number.POSITIVE_INFINITY,
    query: query({
      ...{ ...times(range), interval, fill, order: dice.of(['asc', 'desc']) },
      metrics: columns.map(({ key, aggregate }) => `${key}:${aggregate}`).join(),
      ...{ limit: dice.of([50, 400, 2000]), format },
      ...(timezone !== undefined && { timezone }),
      ...(gap && { maxGap: gap[0] }),
    }),
  }
}

function seriesQuestion({
  asked,
  linesOf,
  controls,
  zone = () => 'UTC',
  ...of
}: {
  readonly kind: string
  readonly base: string
  readonly things: readonly Thing[]
  readonly asked: BucketsAsked
  readonly linesOf: (control: Control) => Parameters<typeof bucketCells>[0]
  /** Where lines or the zone depend on it. */
  readonly controls?: readonly Control[]
  readonly zone?: (control: Control) => string
  readonly isOfSeveral?: boolean
}): Question {
  const { kind, base, things, isOfSeveral = base.includes('groupBy=thing') } = of
  // A table of several has no row where none of them has a value.
  const hasRows = asked.format === 'json' || !isOfSeveral
  // A cursor belongs to the time zone that the first page had, so that a change must not come between two pages.
  const isOfOne = base.startsWith('/v2/thing/')
  const isChanging = controls !== undefined && controls.length > 1
  const interval = asked.interval === 'auto' ? (autoInterval(asked.range) ?? '') : asked.interval
  const path = base + (isChanging ? asked.query.replace(/limit=\d+/, 'limit=2000') : asked.query)
  return {
    ...{ kind, path, things, range: asked.range, width: asked.width },
    ...(controls && { controls }),
    expected(choose, _, control) {
      const timezone = asked.timezone ?? zone(control)
      const lines = linesOf(control)
      const cells = bucketCells(lines, { ...asked, interval, timezone }, choose)
      const rows = hasRows ? cells : [...cells].filter(([name]) => !name.endsWith(' row'))
      // A table says nothing of its axis.
      const count = String(new Set(lines.flatMap((line) => line.things)).size)
      const axis = { interval, timezone, ...(!isOfOne && { things: count }) }
      return new Map([...(asked.format === 'json' ? Object.entries(axis) : []), ...rows])
    },
    read: (answers) => new Map([...readAxis(answers), ...readSeriesPages(answers, hasRows)]),
  }
}
