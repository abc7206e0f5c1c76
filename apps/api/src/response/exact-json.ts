import { IsoTimes, writeJson } from '@sluice/runtime'

declare global {
  interface JSON {
    /** ECMAScript's raw JSON: text that stringify writes unchanged. */
    rawJSON(text: string): object
  }
}

/** Nesting levels of an answer about several things, down to the values of a metric. */
const SERIES_DEPTH = 5

/** {@link exactJson}, yielding now and then. */
export function longExactJson(output: unknown): Generator<void, Uint8Array> {
  return writeJson(output, exactJson, SERIES_DEPTH)
}

/** JSON that keeps negative zero, a valid sample; JSON.stringify alone writes it as 0. */
export function exactJson(output: unknown): string {
  const { timestamps } = (output ?? {}) as { readonly timestamps?: unknown }
  if (!(timestamps instanceof IsoTimes)) return signedJson(output)
  // Without `toJSON`, stringify takes a third of the time. Only texts come before the times, and their quotes are escaped.
  const text = signedJson({ ...(output as object), timestamps: null })
  const at = text.indexOf(NO_TIMES)
  return `${text.slice(0, at)}"timestamps":${timestamps.json()}${text.slice(at + NO_TIMES.length)}`
}

const NO_TIMES = '"timestamps":null'

function signedJson(output: unknown): string {
  return holdsNegativeZero(output) ? JSON.stringify(output, keepSign) : JSON.stringify(output)
}

/** Checked first, since a replacer makes stringify many times slower. A list has values or objects, not both. */
function holdsNegativeZero(value: unknown): boolean {
  if (typeof value === 'number') return isNegativeZero(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    const isPlain = typeof value[0] !== 'object' || value[0] === null
    // `includes` finds either zero at the speed of memory.
    return isPlain ? value.includes(0) && value.some(isNegativeZero) : value.some(holdsNegativeZero)
  }
  for (const key in value) {
    if (holdsNegativeZero((value as Record<string, unknown>)[key])) return true
  }
  return false
}

function isNegativeZero(value: unknown): boolean {
  return value === 0 && Object.is(value, -0)
}

function keepSign(_key: string, value: unknown): unknown {
  return Object.is(value, -0) ? JSON.rawJSON('-0') : value
}
