import type { MetricDefinition } from '@sluice/contract'
import { formatValue } from '#format/values.ts'
import { texts } from '#texts/definitions-metrics.ts'

/** The allowed values of a metric, in a few words. */
export function allowedValues({ min, max, enum: words }: MetricDefinition): string {
  if (words.length > 0) return words.join(', ')
  if (min !== null && max !== null) return texts.allowedRange(formatValue(min), formatValue(max))
  if (min !== null) return texts.allowedFrom(formatValue(min))
  if (max !== null) return texts.allowedUpTo(formatValue(max))
  return texts.allowedAny
}
