import type { SampleValue } from '@sluice/contract'
import type { ThingMetric } from './metrics.ts'

/** Metrics that show how a frame is built; those that every frame must carry come on top. */
const ENOUGH = 3
const TYPICAL = 20

interface Frame {
  readonly timestamp: string
  readonly values: Record<string, SampleValue>
}

/**
 * A frame that a thing with these metrics can send as it stands: every required metric and a few others, each
 * within its bounds. Of the minute that `now`, in epoch milliseconds, is in.
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
