import type { Range } from '../../model/series.ts'
import type { MetricKey, Thing } from '../../model/thing.ts'
import { HOUR, hasAll, idsOf, metricsOf, query, rangeOf, times } from '../choices.ts'
import { conditionsOf, satisfyingCells, textOf } from '../conditions.ts'
import { rawCells } from '../evaluate.ts'
import type { Kind, Question } from '../question.ts'
import { readSeriesPages } from '../read.ts'
import { type Format, formats } from '../tables.ts'
import { thinnedCells } from '../thinned.ts'

export const raw: Kind = (_, thing, dice) => {
  const keys = dice.some(thing.metrics, 0.6)
  const paging = {
    order: dice.of(['asc', 'desc'] as const),
    limit: dice.of([7, 100, 1000, 10_000]),
    format: dice.of(formats),
  }
  const widest = paging.limit * 8 * 20e6
  return rawOf(
    thing,
    keys,
    rangeOf(thing, dice, paging.limit < 10_000 ? widest : undefined),
    paging,
  )
}

/** Samples of times at which metrics of the thing compare in some way with values that it has. */
export const conditional: Kind = (askable, thing, dice) => {
  const conditions = conditionsOf(thing, dice)
  if (conditions.length === 0) return raw(askable, thing, dice)
  const keys = dice.some(thing.metrics, 0.6)
  const range = rangeOf(thing, dice, widestOf([thing]))
  const limit = dice.of([100, 1000, 10_000])
  const asked = {
    ...times(range),
    metrics: keys.join(),
    where: textOf(conditions),
    limit,
    format: dice.of(formats),
  }
  return {
    ...{ kind: 'raw where', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/timeseries?${query({ ...asked, order: dice.of(['asc', 'desc']) })}`,
    expected: (choose) => satisfyingCells(thing, keys, range, { conditions, choose }),
    read: (answers) => readSeriesPages(answers, false),
  }
}

/** Samples of several things, each by itself; mostly those of the times at which it satisfies conditions. */
export const rawOfEach: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const conditions = dice.chance(0.8) ? conditionsOf(thing, dice) : []
  const keys = dice.some(metricsOf(things), 0.6)
  const range = rangeOf(thing, dice, widestOf(things))
  const asked = {
    ...{ ...times(range), metrics: keys.join(), groupBy: 'thing' },
    ...{ order: dice.of(['asc', 'desc']), limit: dice.of([100, 1000, 10_000]) },
    format: dice.of(formats),
    ...(conditions.length > 0 && { where: textOf(conditions) }),
  }
  return {
    ...{ kind: 'raw of each', things, range, width: 1 },
    path: `/v2/things/timeseries?ids=${idsOf(things)}&${query(asked)}`,
    expected(choose) {
      const own = things.flatMap((one) => {
        const wanted = keys.filter((key) => one.metrics.includes(key))
        const prefix = `${one.id} `
        return [...satisfyingCells(one, wanted, range, { conditions, choose, prefix })]
      })
      return new Map(own)
    },
    read: (answers) => readSeriesPages(answers, false),
  }
}

/** Of much that is dense only some hours are asked for. */
function widestOf(things: readonly Thing[]): number {
  return things.some(({ size }) => size > 10_000) ? 10 * HOUR : Number.POSITIVE_INFINITY
}

const THINNED_POINTS = 50

export const thinned: Kind = (_, thing, dice) => {
  const range = rangeOf(thing, dice)
  const conditions = dice.chance(0.3) ? conditionsOf(thing, dice) : []
  const method = dice.of(['lttb', 'minmax'] as const)
  const asked = {
    ...{ ...times(range), metrics: 'level', downsample: method, maxPoints: THINNED_POINTS },
    ...(conditions.length > 0 && { where: textOf(conditions) }),
  }
  const kept = (answers: readonly unknown[]) => readSeriesPages(answers, false)
  return {
    ...{ kind: `downsample ${method}`, things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/timeseries?${query(asked)}`,
    expected(choose, answers) {
      const all = satisfyingCells(thing, ['level'], range, { conditions, choose })
      return thinnedCells(all, kept(answers).keys(), { method, range, points: THINNED_POINTS })
    },
    read(answers) {
      const [answer] = answers as [{ downsampledFrom: { level: number } }]
      const cells = kept(answers)
      const counts = { count: answer.downsampledFrom.level, points: cells.size }
      return new Map([...Object.entries(counts), ...cells])
    },
  }
}

interface Paging {
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly format: Format
}

export function rawOf(
  thing: Thing,
  keys: readonly MetricKey[],
  range: Range,
  { format, ...paging }: Paging,
): Question {
  return {
    ...{ kind: `raw ${format}`, things: [thing], range, width: 1, shows: { thing, keys, range } },
    path: `/v2/thing/${thing.id}/timeseries?${query({ ...times(range), metrics: keys.join(), ...paging, format })}`,
    expected: (choose) => rawCells(thing, keys, range, choose),
    read: (answers) => readSeriesPages(answers, false),
  }
}
