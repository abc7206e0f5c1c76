import type { MetricDefinition } from '@sluice/contract'
import { formatValue } from '#format/values.ts'

/** Which values a metric may have, in a few words. */
export function allowedValues({ min, max, enum: words }: MetricDefinition): string {
  if (words.length > 0) return words.join(', ')
  if (min !== null && max !== null) return `${formatValue(min)} to ${formatValue(max)}`
  if (min !== null) return `${formatValue(min)} or more`
  if (max !== null) return `${formatValue(max)} or less`
  return 'Any'
}
