import { getOrMake } from '@sluice/runtime'
import type { Metric } from '../../measured-thing.ts'
import type { Subject } from './subject.ts'

/**
 * The metrics of several types, each key once. Types may define a key differently: if it is a number to one of them, it
 * is computed as one, and the expected interval applies only if all agree on it. So do the allowed strings, but here
 * only types that share one list agree: see {@link allowedStrings}. In slices, since a place may have a thousand types of
 * a thousand metrics.
 */
export function* mergeMetrics(types: Iterable<readonly Metric[]>): Generator<void, Metric[]> {
  const merged = new Map<string, Metric>()
  for (const metrics of types) {
    yield
    for (const metric of metrics) {
      const known = merged.get(metric.key)
      const both = known ? bothOf(known, metric) : metric
      if (both !== known) merged.set(metric.key, both)
    }
  }
  const metrics = [...merged.values()]
  indexes.set(metrics, merged)
  return metrics
}

/** By key: a fleet may have tens of thousands of metrics, and a query may name them all. */
const indexes = new WeakMap<readonly Metric[], ReadonlyMap<string, Metric>>()

/** Metrics by their keys. Made once for each list. */
export function metricsByKey(metrics: readonly Metric[]): ReadonlyMap<string, Metric> {
  return getOrMake(indexes, metrics, () => new Map(metrics.map((one) => [one.key, one])))
}

const none: readonly string[] = []

/** A place may have a hundred thousand definitions of few keys: one copy for each difference. */
function bothOf(known: Metric, other: Metric): Metric {
  const sameType = known.valueType === other.valueType
  const sameInterval = known.expectedIntervalSeconds === other.expectedIntervalSeconds
  const enumValues = known.enumValues === other.enumValues ? known.enumValues : none
  if (sameType && sameInterval && enumValues === known.enumValues) return known
  return {
    ...known,
    valueType: sameType ? known.valueType : 'number',
    expectedIntervalSeconds: sameInterval ? known.expectedIntervalSeconds : null,
    enumValues,
  }
}

/**
 * The strings that a metric may have, if all types that have it agree on them; else none. For few metrics: each type has
 * lists of its own, and comparing all of a place takes seconds.
 */
export function allowedStrings(key: string, { members }: Subject): readonly string[] {
  // Things of a type share their list of metrics.
  const types = new Set(members.map(({ metrics }) => metrics))
  const lists = [...types].flatMap((metrics) => {
    const own = metrics.find((metric) => metric.key === key)
    return own ? [own.enumValues] : []
  })
  const [first = [], ...others] = lists
  return others.every((other) => isSame(other, first)) ? first : []
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((text, i) => text === other[i]))
}
