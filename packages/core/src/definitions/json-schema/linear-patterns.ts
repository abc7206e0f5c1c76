import { RE2JS } from 're2js'

/** Compiles a pattern. Throws an Error that says why it cannot be used. */
type ReadPattern = (pattern: string) => { test(text: string): boolean }

/** Limits for the patterns of one schema. */
const LONGEST_PATTERN = 500
const MAX_INSTRUCTIONS = 10_000
/** Instructions times characters: some ten milliseconds at worst; most texts need a few thousand. */
const MAX_STEPS = 200_000

/**
 * The regular expressions of one tenant's schema. JavaScript's own engine backtracks: `(a+)+$` blocks the process for
 * hours on 50 characters. RE2 takes time proportional to text and pattern, so only their product has to be bounded.
 * `refill` grants the work of one validation; a test beyond it throws. RE2 has no lookaround and no back references.
 */
export function linearPatterns(): { readPattern: ReadPattern; refill: () => void } {
  let instructions = 0
  let steps = 0
  const readPattern: ReadPattern = (pattern) => {
    const compiled = compiledFrom(pattern)
    const size = compiled.programSize()
    instructions += size
    if (instructions > MAX_INSTRUCTIONS) {
      throw new Error('the patterns are too large: use fewer repetitions or patterns')
    }
    return {
      test(text: string): boolean {
        steps += size * text.length
        if (steps > MAX_STEPS) throw new Error('the text is too long for the patterns')
        return compiled.matcher(text).find()
      },
    }
  }
  const refill = () => {
    steps = 0
  }
  return { readPattern, refill }
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
