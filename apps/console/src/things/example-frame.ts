import type { SampleValue } from '@sluice/contract'
import type { ThingMetric } from './metrics.ts'

/** How many metrics an example has, in addition to required ones further down. */
const ENOUGH = 3
const TYPICAL = 20

interface Frame {
  readonly timestamp: string
  readonly values: Record<string, SampleValue>
}

/**
 * A valid frame for these metrics: all required ones and the first few others, each within its bounds. The timestamp
 * is `now`, in epoch milliseconds, rounded down to the minute.
 */
export function exampleFrame(metrics: readonly ThingMetric[], now: number): Frame {
  const shown = metrics.filter((metric, place) => metric.isRequired || place < ENOUGH)
  const minute = new Date(Math.floor(now / 60_000) * 60_000)
  return {
    timestamp: minute.toISOString().replace('.000Z', 'Z'),
    values: Object.fromEntries(shown.map((metric) => [metric.key, exampleValue(metric)])),
  }
}

function exampleValue({ valueType, allowed }: ThingMetric): SampleValue {
  if (valueType === 'boolean') return true
  if (valueType === 'string') return allowed?.enum[0] ?? 'text'
  const [min, max] = [allowed?.min ?? -Infinity, allowed?.max ?? Infinity]
  const bounds = valueType === 'integer' ? [Math.ceil(min), Math.floor(max)] : [min, max]
  const [lowest = min, highest = max] = bounds
  return Math.min(Math.max(TYPICAL, lowest), highest)
}
