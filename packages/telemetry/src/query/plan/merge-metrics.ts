import type { Metric } from '../../measured-thing.ts'

/**
 * The metrics of several types, each key once. Types may define a key differently: if it is a number to one of them, it
 * is computed as one, and the expected interval and the allowed strings apply only if all agree on them.
 */
export function mergeMetrics(types: Iterable<readonly Metric[]>): Metric[] {
  const byKey = Map.groupBy([...types].flat(), ({ key }) => key)
  return [...byKey.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const sameType = others.every(({ valueType }) => valueType === first.valueType)
    const sameInterval = others.every(
      (other) => other.expectedIntervalSeconds === first.expectedIntervalSeconds,
    )
    return {
      ...first,
      valueType: sameType ? first.valueType : 'number',
      expectedIntervalSeconds: sameInterval ? first.expectedIntervalSeconds : null,
      enumValues: others.every((other) => isSame(other.enumValues, first.enumValues))
        ? first.enumValues
        : [],
    }
  })
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((text, i) => text === other[i]))
}
