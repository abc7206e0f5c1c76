import { isoOf } from '@sluice/runtime'
import type { Value } from '../../model/act.ts'
import type { Range } from '../../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../../model/thing.ts'
import type { Cells } from '../cells.ts'
import { query, rangeOf, times } from '../choices.ts'
import { rawCells } from '../evaluate.ts'
import type { Kind, Question } from '../question.ts'
import { readCsv, readSeriesPages } from '../read.ts'

export const raw: Kind = (_, thing, dice) => {
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

export const csv: Kind = (askable, thing, dice) => {
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

/** Samples of times at which a metric of the thing compares in some way with a value that it has or had. */
export const conditional: Kind = (askable, thing, dice) => {
  const key = dice.of(thing.metrics)
  const { times: own, registers } = thing.series[key]
  const value = own.length > 0 ? registers.get(dice.of(own))?.value : undefined
  if (value === undefined || thing.size > 10_000) return raw(askable, thing, dice)
  const operator = dice.of(
    typeof value === 'number' ? (['>', '<=', '='] as const) : (['=', '!='] as const),
  )
  const holds = (other: Value) => compared[operator](other, value)
  const keys = dice.some(thing.metrics, 0.6)
  const range = rangeOf(thing, dice)
  const limit = dice.of([100, 1000, 10_000])
  const where = `${key}${operator}${JSON.stringify(value)}`
  return {
    ...{ kind: 'raw where', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/timeseries?${query({ ...times(range), metrics: keys.join(), where, limit })}`,
    expected(choose) {
      const found = thing.series[key].samples(range, choose).filter((one) => holds(one.value))
      const chosen = new Set(found.map(({ t }) => isoOf(t)))
      const all = rawCells(thing, keys, range, choose)
      return new Map([...all].filter(([name]) => chosen.has(name.split(' ')[0] ?? '')))
    },
    read: (answers) => readSeriesPages(answers, false),
  }
}

const compared = {
  '=': (one: Value, other: Value) => one === other,
  '!=': (one: Value, other: Value) => one !== other,
  '>': (one: Value, other: Value) => one > other,
  '<=': (one: Value, other: Value) => one <= other,
}

/** What is thinned out has samples that are there, and counts them all. */
export const thinned: Kind = (_, thing, dice) => {
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

export function rawOf(
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
