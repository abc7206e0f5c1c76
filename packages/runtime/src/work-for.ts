import { AsyncLocalStorage } from 'node:async_hooks'

const organizations = new AsyncLocalStorage<string>()

/** Does work on behalf of an organization: whatever it shares with others, it takes as theirs. */
export function workFor<Result>(organization: string, work: () => Result): Result {
  return organizations.run(organization, work)
}

/** On whose behalf work is done; empty for the service's own. */
export function workingFor(): string {
  return organizations.getStore() ?? ''
}
