import { AsyncLocalStorage } from 'node:async_hooks'

interface Work {
  readonly organization: string
  readonly since: number
}

const works = new AsyncLocalStorage<Work>()

/**
 * Does work on behalf of an organization: whatever it shares with others, it takes as theirs.
 * @param since When it was asked for, by `performance.now()`.
 */
export function workFor<Result>(
  organization: string,
  work: () => Result,
  since = performance.now(),
): Result {
  return works.run({ organization, since }, work)
}

/** On whose behalf work is done; empty for the service's own. */
export function workingFor(): string {
  return works.getStore()?.organization ?? ''
}

/** When the work that is done was asked for; now for the service's own. */
export function workingSince(): number {
  return works.getStore()?.since ?? performance.now()
}
