import { expect } from 'vitest'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'

/** Stores with a clock that a test can advance. */
interface Past extends Pick<Context, 'clock'> {
  readonly db: Core['db'] & Transaction
  advance(seconds: number): void
}

/**
 * Runs work that counts attempts, in the year 2001 and in a transaction that is rolled back. The first attempt of a
 * window deletes all that are older than an hour, by any test's clock: this keeps those of other tests.
 */
export async function inThePast({ db }: Core, work: (past: Past) => Promise<void>): Promise<void> {
  const undo = new Error('undone')
  let now = Date.UTC(2001, 0, 1)
  const past = {
    clock: () => new Date(now),
    advance(seconds: number) {
      now += seconds * 1000
    },
  }
  const run = db.$transaction(
    async (within: Transaction) => {
      await work({ ...past, db: within as Past['db'] })
      throw undo
    },
    // Ends a hanging test; not a measure of speed.
    { timeout: 60_000 },
  )
  await expect(run).rejects.toBe(undo)
}
