import { AsyncLocalStorage } from 'node:async_hooks'

/** Work on behalf of an organization, or of another owner that counts like one. */
export interface Work {
  /** Its id. Other owners, such as `key lookups` or `person …`, have a space in their name, which no id has. */
  readonly organization: string
  /** When it was requested, by `performance.now()`. */
  readonly since: number
  /** Its client's. */
  readonly connection: Connection | undefined
  /** How many transactions it has open. */
  transactions: number
}

/** A client's connection, such as its socket. */
export interface Connection {
  readonly destroyed?: boolean
}

// Next bundles pages and route handlers separately, but they share a core, which has to know for whom each of them works.
const process = globalThis as typeof globalThis & { sluiceWorks?: AsyncLocalStorage<Work> }
process.sluiceWorks ??= new AsyncLocalStorage<Work>()

/** A single storage for everything: for each further one, Node would copy the others for every request. */
const works = process.sluiceWorks

/**
 * Runs work on behalf of an organization: its use of shared resources counts as theirs.
 * @param since When it was requested, by `performance.now()`.
 */
export function workFor<Result>(
  organization: string,
  work: () => Result,
  since = performance.now(),
  connection?: Connection,
): Result {
  return works.run({ organization, since, connection, transactions: 0 }, work)
}

/** The current work; undefined for the service's own. */
export function currentWork(): Work | undefined {
  return works.getStore()
}

/** The organization of the current work; empty for the service's own. */
export function workingFor(): string {
  return works.getStore()?.organization ?? ''
}

/** Whether nobody will get the answer of the current work. */
export function clientHasLeft(): boolean {
  return works.getStore()?.connection?.destroyed === true
}

/** When the current work was requested; now for the service's own. */
export function workingSince(): number {
  return works.getStore()?.since ?? performance.now()
}
