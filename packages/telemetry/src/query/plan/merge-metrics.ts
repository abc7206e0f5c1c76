import type { Metric } from '../../measured-thing.ts'

/**
 * What things measure among them, each key once. Types may define a key differently: what is a number to one of them is
 * computed as one, and an expected interval is that of all of them or of none.
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
    }
  })
}
