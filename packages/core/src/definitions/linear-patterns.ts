import type { Options } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'

type RegExpEngine = NonNullable<NonNullable<Options['code']>['regExp']>

/** Bounds of one schema's patterns. */
const LONGEST_PATTERN = 500
const MOST_INSTRUCTIONS = 10_000
/** Instructions times characters: some hundred milliseconds at the very worst, where most texts cost a few. */
const MOST_STEPS = 5_000_000

/**
 * Regular expressions of tenants, for one schema. JavaScript's own engine tries alternatives one after the other, so
 * that `(a+)+$` holds the process for hours at 50 characters. RE2's takes time in proportion to text and pattern,
 * which leaves their product to be bounded: `refill` allows for one validation, and a test beyond it throws. RE2 has
 * no lookaround and no back references.
 */
export function linearPatterns(): { regExp: RegExpEngine; refill: () => void } {
  let instructions = 0
  let steps = 0
  const engine = (pattern: string) => {
    const compiled = compiledFrom(pattern)
    const size = compiled.programSize()
    instructions += size
    if (instructions > MOST_INSTRUCTIONS) {
      throw new Error('its patterns are too large: repeat fewer times, or use fewer patterns')
    }
    return {
      test(text: string): boolean {
        steps += size * text.length
        if (steps > MOST_STEPS) throw new Error('too much text to search by its patterns')
        return compiled.matcher(text).find()
      },
      // Ajv keeps one of those that read the same.
      toString: () => pattern,
    }
  }
  // The code is of use only where validators are written out as source, which these never are.
  const regExp = Object.assign(engine, { code: 'linearPatterns' })
  const refill = () => {
    steps = 0
  }
  return { regExp, refill }
}

function compiledFrom(pattern: string): RE2JS {
  if (pattern.length > LONGEST_PATTERN) {
    throw new Error(`a pattern must have at most ${LONGEST_PATTERN} characters`)
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the pattern ${JSON.stringify(pattern)} cannot be used: ${why}; lookaround, back references and more than 1000 repetitions are not supported`,
    )
  }
}
