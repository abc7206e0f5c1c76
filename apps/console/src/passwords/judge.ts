import type { Estimator } from './estimator.ts'
import type { Weakness } from './weakness.ts'

/** The cost of an estimate grows faster than the text, so long passwords are estimated in parts. */
const PART = 24
const MOST_WORDS = 24
const LONGEST_TEXT = 100

/** Letters and digits that a password needs besides personal words. */
const LEAST_REST = 8

/**
 * Judges a password of at most 128 characters. It is as strong as its strongest part. Yields to the event loop between
 * parts.
 *
 * @param own personal words, most important first: name, address, organizations
 * @returns undefined if it is hard to guess
 */
export async function judgePassword(
  password: string,
  own: readonly string[],
  estimate: Estimator,
): Promise<Weakness | undefined> {
  const words = wordsOf(own)
  if (isMadeOf(password, words)) return 'own'
  const repeated = password.slice(0, periodOf(password))
  let weakness: Weakness | undefined = repeated === password ? undefined : 'pattern'
  for (let start = 0; start < repeated.length; start += PART) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve))
    const found = estimate(repeated.slice(start, start + PART), words)
    if (found === undefined) return undefined
    weakness ??= found
  }
  return weakness ?? 'guessable'
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const given = password.toLowerCase()
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), given)
  return rest !== given && rest.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_REST
}

/** The shortest period with which the text repeats at least twice; its length if there is none. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return period
  }
  return text.length
}

/** Words to look for in a password: each text as a whole, without separators, and its words. Order is kept. */
function wordsOf(own: readonly string[]): string[] {
  const words = ['sluice', ...own].flatMap((given) => {
    const text = given.toLowerCase().slice(0, LONGEST_TEXT)
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length > 2).slice(0, MOST_WORDS)
}
