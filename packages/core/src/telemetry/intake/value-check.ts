import { ingestLimits, type ValueType } from '@sluice/contract'
import type { Metric } from '../measured-thing.ts'

/** What is wrong with a value, or undefined. */
export type ValueCheck = (value: unknown) => string | undefined

/** Compiles what a metric's definition allows; what passes is a `SampleValue`. */
export function valueCheck(metric: Metric): ValueCheck {
  return compilers[metric.valueType](metric)
}

const compilers = {
  number: (metric) => numberCheck(metric, Number.isFinite, 'must be a finite number'),
  integer: (metric) =>
    numberCheck(
      metric,
      Number.isSafeInteger,
      `must be a whole number between ±${Number.MAX_SAFE_INTEGER}`,
    ),
  boolean: () => (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  string: stringCheck,
} as const satisfies Record<ValueType, (metric: Metric) => ValueCheck>

function numberCheck(
  { min, max }: Metric,
  isAllowed: (value: unknown) => boolean,
  detail: string,
): ValueCheck {
  const least = min ?? -Number.MAX_VALUE
  const most = max ?? Number.MAX_VALUE
  return (value) => {
    if (!isAllowed(value)) return detail
    if ((value as number) < least) return `must be at least ${least}`
    return (value as number) > most ? `must be at most ${most}` : undefined
  }
}

function stringCheck({ enumValues }: Metric): ValueCheck {
  const allowed = new Set(enumValues)
  const most = ingestLimits.stringBytes
  return (value) => {
    if (typeof value !== 'string') return 'must be a string'
    if (allowed.size > 0 && !allowed.has(value)) return `must be one of ${enumValues.join(', ')}`
    // A UTF-16 unit becomes at most three bytes, so short strings need no counting.
    if (value.length * 3 > most && Buffer.byteLength(value) > most) {
      return `must be at most ${most} bytes of UTF-8`
    }
    return value.isWellFormed() ? undefined : 'must be valid Unicode, without lone surrogates'
  }
}
