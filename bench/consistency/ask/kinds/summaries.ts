import { type Control, groupings, groupsOf } from '../../model/control.ts'
import { type MetricKey, type Thing, valueTypes } from '../../model/thing.ts'
import { hasAll, idsOf, metricsOf, query, rangeOf, times } from '../choices.ts'
import { placeAsked } from '../places.ts'
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

/** Several things: by a path, and those that it means. */
interface Several {
  readonly of: string
  readonly path: string
  readonly things: readonly Thing[]
  readonly controls: readonly Control[]
  readonly keys: readonly MetricKey[]
  readonly members: (control: Control) => readonly Thing[]
}

export const summaryOfSeveral: Kind = (askable, thing, dice) =>
  summaryOf(named(askable, thing, dice), thing, dice)

export const summaryOfPlace: Kind = (askable, thing, dice) =>
  summaryOf(inPlace(askable, dice) ?? named(askable, thing, dice), thing, dice)

function named(askable: Askable, thing: Thing, dice: Parameters<Kind>[2]): Several {
  const things = hasAll(askable, thing, dice)
  return {
    ...{ of: 'several', path: `/v2/things/?ids=${idsOf(things)}&`, things },
    ...{ controls: askable.controls, keys: metricsOf(things), members: () => things },
  }
}

/** Undefined where none of its things has a metric for certain. */
function inPlace(askable: Askable, dice: Parameters<Kind>[2]): Several | undefined {
  const { by, path, members, keys } = placeAsked(askable, dice)
  if (keys.length === 0) return undefined
  const { things, controls } = askable
  return { of: `a ${by}`, path: `${path}?`, things, controls, keys, members }
}

function summaryOf(
  { of, path, things, controls, members, ...several }: Several,
  thing: Thing,
  dice: Parameters<Kind>[2],
): Question {
  const keys = dice.some(several.keys, 0.6)
  const range = rangeOf(thing, dice)
  const groupBy = dice.of(['none', 'none', 'thing', 'thing', ...groupings] as const)
  const asked = { ...times(range), metrics: keys.join(), groupBy }
  const ownOf = (own: readonly Thing[]) =>
    keys.filter((key) => own.some(({ metrics }) => metrics.includes(key)))
  return {
    ...{ kind: `summary of ${of} by ${groupBy}`, things, range, width: 1, controls },
    path: path.replace('?', 'summary?') + query(asked),
    expected(choose, _, control) {
      const cellsOf = (own: readonly Thing[], prefix: string) =>
        summaryCells(own, { keys: ownOf(own), range, choose, control, prefix })
      const all = members(control)
      const count = ['things', all.length] as const
      if (groupBy === 'none') return new Map([count, ...cellsOf(all, '')])
      if (groupBy === 'thing') {
        return new Map([count, ...all.flatMap((one) => [...cellsOf([one], `${one.id} `)])])
      }
      const groups = groupsOf(control, all, groupBy).flatMap(([name, own]) => {
        return [...cellsOf(own, `${name} `).set(`${name} things`, own.length)]
      })
      return new Map([count, ...groups])
    },
    read: ([answer]) => readSummary(answer, isComputed),
  }
}

export const recentOfSeveral: Kind = (askable, thing, dice) =>
  recentOfAll(named(askable, thing, dice), dice)

export const recentOfPlace: Kind = (askable, thing, dice) =>
  recentOfAll(inPlace(askable, dice) ?? named(askable, thing, dice), dice)

function recentOfAll(
  { of, path, things, controls, members }: Several,
  dice: Parameters<Kind>[2],
): Question {
  const groupBy = dice.of(['none', 'thing'])
  return {
    ...{ kind: `recent of ${of}`, things, range: undefined, width: 1, controls },
    path: path.replace('?', 'recent?') + query({ groupBy }),
    expected(choose, _, control) {
      const all = members(control)
      const own =
        groupBy === 'none'
          ? [recentCells(all, choose, control)]
          : all.map((one) => recentCells([one], choose, control, `${one.id} `))
      return new Map([['things', all.length] as const, ...own.flatMap((cells) => [...cells])])
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
