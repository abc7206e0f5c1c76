import type { Scope } from '@sluice/contract'
import type { Need } from '../scopes/index.ts'

/** Successful calls of a key with the same attributes. */
export interface CallKind {
  readonly operation: string
  readonly address: string
  readonly needs: readonly Need[]
  readonly calls: number
  /** Epoch milliseconds of the latest of them. */
  readonly lastAt: number
}

/** The settings of a key that decide whether a call is admitted. */
export interface Settings {
  readonly scopes: readonly Scope[]
  readonly allowedIpCidrs: readonly string[]
}

/** The total of calls, with the time of the latest. */
export function sumOf(kinds: readonly Pick<CallKind, 'calls' | 'lastAt'>[]) {
  return {
    calls: kinds.reduce((sum, { calls }) => sum + calls, 0),
    lastAt: new Date(kinds.reduce((last, { lastAt }) => Math.max(last, lastAt), 0)).toISOString(),
  }
}

/** Memoizes a pure function: thousands of kinds share few addresses and needs. */
export function remember<Argument, Answer>(ask: (argument: Argument) => Answer) {
  const answers = new Map<Argument, Answer>()
  return (argument: Argument): Answer => {
    const known = answers.get(argument)
    if (known !== undefined || answers.has(argument)) return known as Answer
    const answer = ask(argument)
    answers.set(argument, answer)
    return answer
  }
}
