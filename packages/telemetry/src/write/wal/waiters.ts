import type { LoggedGroup } from './pending-groups.ts'

export type Matches = (group: LoggedGroup) => boolean

interface Waiter {
  readonly matches: Matches
  resolve(): void
  reject(reason: unknown): void
}

/** Callers that wait until no matching group is pending. */
export function waiters() {
  let all: Waiter[] = []

  return {
    isEmpty: () => all.length === 0,
    add(matches: Matches): Promise<void> {
      const { promise, ...settle } = Promise.withResolvers<void>()
      all.push({ matches, ...settle })
      return promise
    },
    resolveUnless(isPending: (matches: Matches) => boolean): void {
      const served = all.filter(({ matches }) => !isPending(matches))
      all = all.filter((waiter) => !served.includes(waiter))
      for (const { resolve } of served) resolve()
    },
    rejectAll(reason: unknown): void {
      const refused = all
      all = []
      for (const { reject } of refused) reject(reason)
    },
  }
}
