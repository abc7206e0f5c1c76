import type { Estimator } from './estimator.ts'
import type { Weakness } from './weakness.ts'

/** The cost of an estimate grows faster than the text, so a long password is estimated in parts. */
const PART = 24
const MOST_WORDS = 24
const LONGEST_TEXT = 100

/** Letters and digits that a password has beside what is known of the person. */
const LEAST_REST = 8

/**
 * Judges a password of at most 128 characters: it is as strong as its strongest part. The event loop gets a turn
 * between parts.
 *
 * @param own what is known of the person, the most important first: name, address, organizations
 * @returns undefined for one that is hard to guess
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

/** After how many characters a text repeats itself, twice at least; its length where it does not. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return period
  }
  return text.length
}

/** Of each text the whole, what is left without the signs between words, and the words. What comes first matters most. */
function wordsOf(own: readonly string[]): string[] {
  const words = ['sluice', ...own].flatMap((given) => {
    const text = given.toLowerCase().slice(0, LONGEST_TEXT)
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length > 2).slice(0, MOST_WORDS)
}
