import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'

/** Compiles a pattern. Throws an Error that says why it cannot be used. */
type ReadPattern = (pattern: string) => { test(text: string): boolean }

/** Limits for the patterns of one schema. */
const LONGEST_PATTERN = 500
const MAX_INSTRUCTIONS = 10_000
/** Of what compiling them takes, estimated before it: some 30 milliseconds. */
const MAX_COST = 2 * MAX_INSTRUCTIONS
/** Instructions times characters: some ten milliseconds at worst; most texts need a few thousand. */
const MAX_STEPS = 200_000

const TOO_LARGE = 'the patterns are too large: use fewer repetitions, classes or patterns'

/**
 * The regular expressions of one tenant's schema. JavaScript's own engine backtracks: `(a+)+$` blocks the process for
 * hours on 50 characters. RE2 takes time proportional to text and pattern, so only their product has to be bounded.
 * `refill` grants the work of one validation; a test beyond it throws. RE2 has no lookaround and no back references.
 */
export function linearPatterns(): { readPattern: ReadPattern; refill: () => void } {
  let [cost, instructions] = [0, 0]
  let steps = 0
  const readPattern: ReadPattern = (pattern) => {
    if (pattern.length > LONGEST_PATTERN) {
      throw new Error(`a pattern must have at most ${LONGEST_PATTERN} characters`)
    }
    const translated = RE2JS.translateRegExp(pattern)
    cost += patternCost(translated)
    if (cost > MAX_COST) throw new Error(TOO_LARGE)
    const compiled = compiledFrom(translated, pattern)
    const size = compiled.programSize()
    instructions += size
    if (instructions > MAX_INSTRUCTIONS) throw new Error(TOO_LARGE)
    return {
      test(text: string): boolean {
        // An empty text is searched, too.
        steps += size * Math.max(1, text.length)
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

function compiledFrom(translated: string, pattern: string): RE2JS {
  try {
    return RE2JS.compile(translated)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the pattern ${JSON.stringify(pattern)} cannot be used: ${why}; lookaround, back references and more than 1000 repetitions are not supported`,
    )
  }
}
