import { ingestLimits, type ValueType } from '@sluice/contract'
import type { Metric } from '../measured-thing.ts'
import { shorten } from './faults.ts'

/** Returns what is wrong with a value, or undefined. */
export type ValueCheck = (value: unknown) => string | undefined

/**
 * Compiles a metric's definition into a check; values that pass are a `SampleValue`. Messages are built here once,
 * since a body may hold a million bad values.
 */
export function valueCheck(metric: Metric): ValueCheck {
  return compilers[metric.valueType](metric)
}

const compilers = {
  number: numberCheck,
  integer: integerCheck,
  boolean: () => (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  string: stringCheck,
} as const satisfies Record<ValueType, (metric: Metric) => ValueCheck>

/** The range of numbers that a metric accepts without a further check; empty for integers and for other types. */
export function plainNumbers({ valueType, min, max }: Metric): { least: number; most: number } {
  if (valueType !== 'number') return { least: Number.POSITIVE_INFINITY, most: 0 }
  return { least: min ?? -Number.MAX_VALUE, most: max ?? Number.MAX_VALUE }
}

/** The bounds are finite, so infinite values fail, too (JSON's 1e999 parses as infinity). */
function numberCheck(metric: Metric): ValueCheck {
  const { least, most } = plainNumbers({ ...metric, valueType: 'number' })
  const tooSmall = `must be at least ${least}`
  const tooLarge = `must be at most ${most}`
  return (value) => {
    if (typeof value === 'number' && value >= least && value <= most) return undefined
    if (typeof value === 'string') return 'must be a number, not a string'
    if (!Number.isFinite(value)) return 'must be a finite number'
    return (value as number) < least ? tooSmall : tooLarge
  }
}

function integerCheck(metric: Metric): ValueCheck {
  const checkNumber = numberCheck(metric)
  const most = Number.MAX_SAFE_INTEGER
  const notWhole = `must be a whole number between -${most} and ${most}`
  return (value) => (Number.isSafeInteger(value) ? checkNumber(value) : notWhole)
}

/** By list: metrics of the same definition share it. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(texts: readonly string[]): ReadonlySet<string> {
  const made = sets.get(texts) ?? new Set(texts)
  sets.set(texts, made)
  return made
}

function stringCheck({ enumValues }: Metric): ValueCheck {
  const allowed = setOf(enumValues)
  const notAllowed = `must be one of ${listed(enumValues)}`
  const most = ingestLimits.stringBytes
  return (value) => {
    if (typeof value !== 'string') return 'must be a string'
    if (allowed.size > 0 && !allowed.has(value)) return notAllowed
    // A UTF-16 unit is at most three bytes of UTF-8, so short strings need not be measured.
    if (value.length * 3 > most && Buffer.byteLength(value) > most) {
      return `must be at most ${most} bytes of UTF-8`
    }
    return value.isWellFormed() ? undefined : 'must be valid Unicode, without lone surrogates'
  }
}

/** Allowed strings that a message lists. */
const MAX_LISTED = 20

function listed(allowed: readonly string[]): string {
  const first = allowed.slice(0, MAX_LISTED).map(shorten)
  return [...first, ...(allowed.length > MAX_LISTED ? ['…'] : [])].join(', ')
}
