import { getOrMake } from '../cache/get-or-make.ts'
import type { Metric } from '../measured-thing.ts'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'

/** The things and metrics that a query is about. */
export interface Pairs {
  isAsked(thing: number, metric: number): boolean
  /** Narrows a statement about all of the things and metrics to these; empty where they are every pair. */
  readonly sql: string
  readonly params: Readonly<Record<string, readonly number[]>>
}

/**
 * Of lines of single things, these; of lines of all things together, of each thing the metrics that it has. Things keep what they
 * measured before their type changed: that is no answer's business, whether a thing is asked about alone, beside others or with them.
 */
export function pairsOf(subject: Subject, lines: readonly Line[]): Pairs {
  const byThing = metricsByThing(subject, lines)
  const isAsked = askedIn(byThing)
  const all = new Set(lines.map(({ metric }) => metric.number))
  // Things of a type have the same metrics, so there are few groups.
  const groups = Map.groupBy(byThing.keys(), (thing) =>
    [...(byThing.get(thing) ?? [])].sort((a, b) => a - b).join(),
  )
  const [only = [], ...others] = groups.values()
  if (others.length === 0 && only.every((thing) => byThing.get(thing)?.size === all.size)) {
    return { isAsked, sql: '', params: {} }
  }
  const parts = [...groups.values()].map((things) => ({
    things,
    metrics: [...(byThing.get(things[0] ?? 0) ?? [])],
  }))
  const conditions = parts.map(
    (_, i) =>
      `(thing IN {pairThings${i}:Array(UInt32)} AND metric IN {pairMetrics${i}:Array(UInt32)})`,
  )
  const params = parts.map(({ things, metrics }, i) => ({
    ...{ [`pairThings${i}`]: things, [`pairMetrics${i}`]: metrics },
  }))
  return { isAsked, sql: `AND (${conditions.join(' OR ')})`, params: Object.assign({}, ...params) }
}

/** {@link Pairs.isAsked} alone. */
export function whatIsAsked(subject: Subject, lines: readonly Line[]): Pairs['isAsked'] {
  return askedIn(metricsByThing(subject, lines))
}

function askedIn(byThing: ReadonlyMap<number, ReadonlySet<number>>): Pairs['isAsked'] {
  return (thing, metric) => byThing.get(thing)?.has(metric) === true
}

function metricsByThing(
  { members }: Subject,
  lines: readonly Line[],
): Map<number, ReadonlySet<number>> {
  if (!lines.some(({ thing }) => thing === TOGETHER)) {
    const found = new Map<number, Set<number>>()
    for (const { thing, metric } of lines) {
      getOrMake(found, thing, () => new Set<number>()).add(metric.number)
    }
    return found
  }
  const wanted = new Set(lines.map(({ metric }) => metric.number))
  const known = new Map<readonly Metric[], ReadonlySet<number>>()
  return new Map(
    members.map(({ number, metrics }) => {
      const own = () =>
        new Set(metrics.map((metric) => metric.number).filter((one) => wanted.has(one)))
      return [number, getOrMake(known, metrics, own)] as const
    }),
  )
}
