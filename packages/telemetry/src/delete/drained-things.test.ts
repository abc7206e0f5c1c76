import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BARRIER_PATIENCE_MS } from '../write/all-replicas.ts'
import type { BarrierScope } from '../write/wal/barrier-scope.ts'
import { drainedThings } from './drained-things.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const things = Array.from({ length: 1000 }, (_, i) => ({ organization: i % 500, thing: i }))

/** A log of which some organizations' samples cannot be stored: it is refused at once, or after a while. */
function logOf(isBad: (organization: number) => boolean, patience = 0) {
  const asked: (BarrierScope | undefined)[] = []
  async function drained(scope?: BarrierScope) {
    asked.push(scope)
    if (scope && !isBad(scope.organization)) return
    if (patience > 0) await new Promise((resolve) => setTimeout(resolve, patience))
    throw new Error('Some are not in the store.')
  }
  return { asked, drained }
}

it('without refused records, a log is asked once', async () => {
  const drained = vi.fn(async () => {})
  expect(await drainedThings({ drained, drainsByScope: true }, things)).toBe(things)
  expect(drained).toHaveBeenCalledTimes(1)
})

it('a log that is only drained as a whole is asked once', async () => {
  const { asked, drained } = logOf(() => false)
  expect(await drainedThings({ drained, drainsByScope: false }, things)).toEqual([])
  expect(asked).toHaveLength(1)
})

it('a refused record keeps only things of its organization', async () => {
  const { asked, drained } = logOf((organization) => organization === 7)
  const found = await drainedThings({ drained, drainsByScope: true }, things)
  expect(new Set(found)).toEqual(new Set(things.filter(({ organization }) => organization !== 7)))
  expect(asked).toHaveLength(501)
})

it('a store that hangs is not waited for by each organization', async () => {
  const { asked, drained } = logOf(() => true, BARRIER_PATIENCE_MS)
  const found = drainedThings({ drained, drainsByScope: true }, things)
  await vi.advanceTimersByTimeAsync(2 * BARRIER_PATIENCE_MS)
  expect(await found).toEqual([])
  expect(asked.length).toBeLessThan(20)
})
