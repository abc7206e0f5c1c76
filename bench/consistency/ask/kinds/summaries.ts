import { groupings, groupsOf } from '../../model/control.ts'
import { type MetricKey, type Thing, valueTypes } from '../../model/thing.ts'
import { hasAll, idsOf, metricsOf, query, rangeOf, times } from '../choices.ts'
import type { Kind, Question } from '../question.ts'
import { readRecent, readSummary } from '../read.ts'
import { recentCells, summaryCells } from '../summaries.ts'

export const summary: Kind = (_, thing, dice) => {
  const keys = dice.some(thing.metrics, 0.6)
  const range = rangeOf(thing, dice)
  return {
    ...{ kind: 'summary', things: [thing], range, width: 1 },
    path: `/v2/thing/${thing.id}/summary?${query({ ...times(range), metrics: keys.join() })}`,
    expected: (choose) => summaryCells([thing], keys, range, choose),
    read: ([answer]) => readSummary(answer, isComputed),
  }
}

export const summaryOfSeveral: Kind = (askable, thing, dice) => {
  const things = hasAll(askable, thing, dice)
  const keys = dice.some(metricsOf(things), 0.6)
  const range = rangeOf(thing, dice)
  const groupBy = dice.of(['none', 'none', 'thing', 'thing', ...groupings] as const)
  const asked = { ...times(range), metrics: keys.join(), groupBy }
  const ownOf = (own: readonly Thing[]) =>
    keys.filter((key) => own.some(({ metrics }) => metrics.includes(key)))
  return {
    ...{ kind: `summary by ${groupBy}`, things, range, width: 1, controls: askable.controls },
    path: `/v2/things/summary?ids=${idsOf(things)}&${query(asked)}`,
    expected(choose, _, control) {
      if (groupBy === 'none') return summaryCells(things, keys, range, choose)
      if (groupBy === 'thing') {
        const each = things.map((one) =>
          summaryCells([one], ownOf([one]), range, choose, `${one.id} `),
        )
        return new Map(each.flatMap((cells) => [...cells]))
      }
      const groups = groupsOf(control, things, groupBy).map(([name, own]) => {
        const cells = summaryCells(own, ownOf(own), range, choose, `${name} `)
        return cells.set(`${name} things`, own.length)
      })
      return new Map(groups.flatMap((cells) => [...cells]))
    },
    read: ([answer]) => readSummary(answer, isComputed),
  }
}

export const recentOfSeveral: Kind = (askable, thing, dice) => {
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

function isComputed(metric: string): boolean {
  return valueTypes[metric as MetricKey] !== 'string'
}
