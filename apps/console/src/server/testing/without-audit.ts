import type { Core } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { vi } from 'vitest'

/** Lets audited changes fail, as if the audit log's turn did not come, until mocks are restored. */
export function withoutAudit({ db }: Core): void {
  const run = db.$transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  const failing = async (...given: unknown[]) => {
    // Only audited transactions bound their wait.
    if (!Object.hasOwn(Object(given[1]), 'maxWait')) return run(...given)
    throw new Problem('unavailable', { detail: 'The audit log is busy.', retryAfter: 1 })
  }
  vi.spyOn(db, '$transaction').mockImplementation(failing as typeof db.$transaction)
}
