import { getOrMake } from '@sluice/runtime'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'

/** The things and metrics that a query is about. */
export interface Pairs {
  /** Groups of things with the same metrics. They are disjoint. */
  readonly groups: readonly Alike[]
  readonly count: number
  isAsked(thing: number, metric: number): boolean
  /** SQL that restricts a statement to these pairs; empty if they are all. */
  readonly sql: string
  readonly params: Readonly<Record<string, readonly number[]>>
}

interface Alike {
  readonly things: number[]
  readonly metrics: ReadonlySet<number>
}

/**
 * For lines of single things, exactly these; for lines of all things together, the metrics that each thing has. Things
 * keep old samples of metrics that their type has lost, and those count in no answer.
 */
export function pairsOf(subject: Subject, lines: readonly Line[]): Pairs {
  const groups = alike(subject, lines)
  const isAsked = askedIn(groups)
  const count = groups.reduce((sum, { things, metrics }) => sum + things.length * metrics.size, 0)
  const all = new Set(lines.map(({ metric }) => metric.number))
  if (groups.length < 2 && groups.every(({ metrics }) => metrics.size === all.size)) {
    return { groups, count, isAsked, sql: '', params: {} }
  }
  const conditions = groups.map(
    (_, i) =>
      `(thing IN {pairThings${i}:Array(UInt32)} AND metric IN {pairMetrics${i}:Array(UInt32)})`,
  )
  const params = groups.map(({ things, metrics }, i) => ({
    ...{ [`pairThings${i}`]: things, [`pairMetrics${i}`]: [...metrics] },
  }))
  return {
    ...{ groups, count, isAsked },
    sql: `AND (${conditions.join(' OR ')})`,
    params: Object.assign({}, ...params),
  }
}

/** Only {@link Pairs.isAsked}. */
export function whatIsAsked(subject: Subject, lines: readonly Line[]): Pairs['isAsked'] {
  return askedIn(alike(subject, lines))
}

function askedIn(groups: readonly Alike[]): Pairs['isAsked'] {
  const byThing = new Map<number, ReadonlySet<number>>()
  for (const { things, metrics } of groups) for (const thing of things) byThing.set(thing, metrics)
  return (thing, metric) => byThing.get(thing)?.has(metric) === true
}

/** There are few groups, since things of a type share one list of metrics. */
function alike(subject: Subject, lines: readonly Line[]): Alike[] {
  const groups = new Map<string, Alike>()
  const add = (things: readonly number[], metrics: ReadonlySet<number>) => {
    const name = [...metrics].sort((a, b) => a - b).join()
    const group = getOrMake(groups, name, () => ({ things: [], metrics }))
    for (const thing of things) group.things.push(thing)
    return group
  }
  if (lines.some(({ thing }) => thing === TOGETHER)) {
    const wanted = new Set(lines.map(({ metric }) => metric.number))
    for (const [list, members] of Map.groupBy(subject.members, ({ metrics }) => metrics)) {
      const own = list.map((metric) => metric.number).filter((one) => wanted.has(one))
      add(
        members.map(({ number }) => number),
        new Set(own),
      )
    }
  } else {
    let before: { readonly own: readonly Line[]; readonly group: Alike } | undefined
    for (const [thing, own] of Map.groupBy(lines, ({ thing }) => thing)) {
      // Fast path: most things have the type of the one before.
      if (before && haveSameMetrics(own, before.own)) before.group.things.push(thing)
      else before = { own, group: add([thing], new Set(own.map(({ metric }) => metric.number))) }
    }
  }
  return [...groups.values()]
}

function haveSameMetrics(one: readonly Line[], other: readonly Line[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ metric }, i) => metric.number === other[i]?.metric.number)
  )
}
