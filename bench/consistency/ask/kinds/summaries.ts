import { groupings, groupsOf } from '../../model/control.ts'
import { type MetricKey, type Thing, valueTypes } from '../../model/thing.ts'
import { hasAll, idsOf, metricsOf, query, rangeOf, times } from '../choices.ts'
import type { Askable, Kind, Question } from '../question.ts'
import { readRecent, readSummary } from '../read.ts'
import { recentCells, summaryCells } from '../summaries.ts'

export const summary: Kind = ({ controls }, thing, dice) => {
  const keys = dice.some(thing.metrics, 0.6)
  const range = rangeOf(thing, dice)
  return {
    ...{ kind: 'summary', things: [thing], range, width: 1, controls },
    path: `/v2/thing/${thing.id}/summary?${query({ ...times(range), metrics: keys.join() })}`,
    expected: (choose, _, control) => summaryCells([thing], { keys, range, choose, control }),
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
      const cellsOf = (own: readonly Thing[], prefix: string) =>
        summaryCells(own, { keys: ownOf(own), range, choose, control, prefix })
      if (groupBy === 'none') return cellsOf(things, '')
      if (groupBy === 'thing') {
        return new Map(things.flatMap((one) => [...cellsOf([one], `${one.id} `)]))
      }
      const groups = groupsOf(control, things, groupBy).flatMap(([name, own]) => {
        return [...cellsOf(own, `${name} `).set(`${name} things`, own.length)]
      })
      return new Map(groups)
    },
    read: ([answer]) => readSummary(answer, isComputed),
  }
}

export const recentOfSeveral: Kind = (askable, thing, dice) => {
  const { controls } = askable
  const things = hasAll(askable, thing, dice)
  const each = dice.chance(0.5)
  return {
    ...{ kind: 'recent of several', things, range: undefined, width: 1, controls },
    path: `/v2/things/recent?ids=${idsOf(things)}&groupBy=${each ? 'thing' : 'none'}`,
    expected(choose, _, control) {
      if (!each) return recentCells(things, choose, control)
      const own = things.map((one) => recentCells([one], choose, control, `${one.id} `))
      return new Map(own.flatMap((cells) => [...cells]))
    },
    read: ([answer]) => readRecent(answer),
  }
}

/** The latest sample of each of a thing's metrics. */
export function recentOf({ controls }: Pick<Askable, 'controls'>, thing: Thing): Question {
  return {
    ...{ kind: 'recent', path: `/v2/thing/${thing.id}/recent`, things: [thing], controls },
    ...{ range: undefined, width: 1 },
    expected: (choose, _, control) => recentCells([thing], choose, control),
    read: ([answer]) => readRecent(answer),
  }
}

function isComputed(metric: string): boolean {
  return valueTypes[metric as MetricKey] !== 'string'
}
