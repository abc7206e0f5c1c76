import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as en from '@zxcvbn-ts/language-en'
import type { Weakness } from './weakness.ts'

/** Judges a short text; undefined if it is hard to guess. */
export type Estimator = (text: string, own: readonly string[]) => Weakness | undefined

/** On zxcvbn's scale of 0 to 4: more than 10^8 guesses, each of which costs a slow hash. */
const STRONG = 3

/**
 * Estimates guesses from lists of leaked passwords, words and names. Loading them takes 0.1 s and a megabyte, so
 * browsers load them on demand.
 */
export function openEstimator(): Estimator {
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...en.dictionary },
    graphs: common.adjacencyGraphs,
    // The default is 100 ways to read "p4$$"; it takes ten times as long and finds hardly more.
    l33tMaxSubstitutions: 2,
  })
  return (text, own) => {
    const { score, sequence } = zxcvbn.check(text, [...own])
    return score >= STRONG ? undefined : weaknessOf(sequence)
  }
}

let shared: Estimator | undefined

/** One estimator per page, created on first use. */
export function sharedEstimator(): Estimator {
  shared ??= openEstimator()
  return shared
}

function weaknessOf(sequence: readonly Match[]): Weakness {
  const has = (name: string) => sequence.some(({ dictionaryName }) => dictionaryName === name)
  if (has('userInputs')) return 'own'
  if (sequence.some(({ pattern }) => patterns.has(pattern))) return 'pattern'
  return has('passwords-common') ? 'common' : 'guessable'
}

const patterns: ReadonlySet<string> = new Set(['repeat', 'sequence', 'spatial'])
