import { AsyncLocalStorage } from 'node:async_hooks'

/** Work on behalf of an organization. */
export interface Work {
  readonly organization: string
  /** When it was asked for, by `performance.now()`. */
  readonly since: number
  /** How many transactions it has open. */
  transactions: number
}

// Next bundles pages and route handlers apart, and they share a core, which has to know on whose behalf each of them works.
const process = globalThis as typeof globalThis & { sluiceWorks?: AsyncLocalStorage<Work> }
process.sluiceWorks ??= new AsyncLocalStorage<Work>()

/** One for all that work has to remember: each more would have Node copy the others for every request. */
const works = process.sluiceWorks

/**
 * Does work on behalf of an organization: whatever it shares with others, it takes as theirs.
 * @param since When it was asked for, by `performance.now()`.
 */
export function workFor<Result>(
  organization: string,
  work: () => Result,
  since = performance.now(),
): Result {
  return works.run({ organization, since, transactions: 0 }, work)
}

/** The work that is done; undefined for the service's own. */
export function currentWork(): Work | undefined {
  return works.getStore()
}

/** On whose behalf work is done; empty for the service's own. */
export function workingFor(): string {
  return works.getStore()?.organization ?? ''
}

/** When the work that is done was asked for; now for the service's own. */
export function workingSince(): number {
  return works.getStore()?.since ?? performance.now()
}
