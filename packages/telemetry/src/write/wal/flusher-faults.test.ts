import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { later, PATIENCE, POISON, REST, RETRY, slowStore } from '../../testing/flusher-bench.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

it('a failing batch stays in the log and is bisected, and waiters are rejected', async () => {
  const { flusher, add, taken, fail } = slowStore()
  const cause = new Error('connection refused')
  fail(cause)
  add(1)
  const refusal = { code: 'unavailable', retryAfter: 1, cause }
  await expect(flusher.flushed()).rejects.toMatchObject(refusal)
  expect(taken()).toEqual(['turn', '1', 'fault'])
  for (const thing of [2, 3]) add(thing)
  // A read barrier is now rejected at once and causes no retry.
  await expect(flusher.flushed()).rejects.toMatchObject(refusal)
  expect(taken()).toEqual([])
  await later(RETRY)
  expect(taken()).toEqual(['1'])
  fail(undefined)
  await later(RETRY)
  const one = ['2', 'turn', 'released 2', 'no fault']
  expect(taken()).toEqual(one)
  await later(REST)
  expect(taken()).toEqual(['turn', '3 1', 'released 3', 'released 1'])
})

it('a poison group moves to the tail, and all other groups are stored', async () => {
  const { flusher, add, taken } = slowStore()
  add(1)
  await later()
  for (const thing of [POISON, 2, 3, 4]) add(thing)
  const things: string[] = []
  for (let tries = 0; tries < 20; tries += 1) {
    await later(RETRY)
    things.push(...taken().filter((step) => step.startsWith('released')))
  }
  expect(things.sort()).toEqual(['released 1', 'released 2', 'released 3', 'released 4'])
  await flusher.flushed(({ thing }) => thing === 2)
  await expect(flusher.flushed(({ thing }) => thing === POISON)).rejects.toMatchObject({
    code: 'unavailable',
  })
})

it('a batch that cannot be completed is stored again, with the batch after it', async () => {
  const { flusher, add, taken, holdCompletions } = slowStore()
  const completions = holdCompletions()
  for (const thing of [1, 2]) add(thing, { bytes: 100 })
  await later()
  const first = expect(flusher.flushed(({ thing }) => thing === 1)).rejects.toMatchObject({
    code: 'unavailable',
  })
  completions[0]?.reject(new Error('no marks'))
  await later()
  await first
  expect(taken()).toEqual(['turn', '1', 'turn', '2', 'fault'])
  completions.splice(0)
  await later(RETRY)
  completions[0]?.resolve()
  await later()
  completions[1]?.resolve()
  await later(REST)
  const things = taken().filter((step) => /\d/.test(step))
  expect(things.toSorted()).toEqual(['1', '2', 'released 1', 'released 2'])
  expect(flusher.bytes()).toBe(0)
})

it('groups beyond the memory limit are rejected while flushes fail', async () => {
  const { flusher, add, fail } = slowStore()
  fail(new Error('connection refused'))
  add(1, { bytes: 200 })
  await expect(flusher.room()).rejects.toMatchObject({ code: 'unavailable' })
  fail(undefined)
  await later(RETRY)
  await flusher.room()
  expect(flusher.bytes()).toBe(0)
})

it('waiters are rejected after a hung batch times out, until it ends', async () => {
  const { flusher, add, hold, letGo, taken } = slowStore()
  hold()
  add(1, { bytes: 200 })
  await later(PATIENCE - 1)
  const refusal = { code: 'unavailable', retryAfter: 1 }
  const waiting = Promise.all([
    expect(flusher.room()).rejects.toMatchObject(refusal),
    expect(flusher.flushed()).rejects.toMatchObject(refusal),
  ])
  await later(1)
  await waiting
  expect(taken()).toEqual(['turn', '1', 'fault'])
  // Later waiters are rejected at once, and the batch is not retried while it hangs.
  await expect(flusher.room()).rejects.toMatchObject(refusal)
  await later(PATIENCE)
  expect(taken()).toEqual([])
  letGo()
  await later()
  expect(taken()).toEqual(['turn', 'released 1', 'no fault'])
  await flusher.room()
})

it('a batch that fails after its timeout is retried, and the fault is reported once', async () => {
  const { flusher, add, fail, hold, letGo, taken } = slowStore()
  hold()
  add(1)
  await later(PATIENCE)
  expect(taken()).toEqual(['turn', '1', 'fault'])
  fail(new Error('timeout'))
  letGo()
  await later()
  expect(taken()).toEqual([])
  fail(undefined)
  await later(RETRY)
  expect(taken()).toEqual(['1', 'turn', 'released 1', 'no fault'])
  // A batch that ended in time is not reported later.
  await later(PATIENCE)
  expect(taken()).toEqual([])
  await flusher.flushed()
})

it('closing flushes pending groups and stops when a flush fails', async () => {
  const first = slowStore()
  for (const thing of [1, 2]) first.add(thing)
  await first.flusher.close()
  expect(first.taken()).toEqual(['turn', '1', 'released 1', 'turn', '2', 'released 2'])
  const second = slowStore()
  second.fail(new Error('connection refused'))
  second.add(1)
  await second.flusher.close()
  expect(second.taken()).toEqual(['turn', '1', 'fault'])
  await expect(second.flusher.flushed()).rejects.toMatchObject({ code: 'unavailable' })
})

it('the timeout of a batch begins anew once the batch before is completed', async () => {
  const { flusher, add, taken, holdCompletions } = slowStore()
  const completions = holdCompletions()
  for (const thing of [1, 2]) add(thing, { bytes: 100 })
  await later()
  const flushed = flusher.flushed()
  await later(PATIENCE - 1)
  completions[0]?.resolve()
  await later(PATIENCE - 1)
  completions[1]?.resolve()
  await flushed
  expect(taken()).toEqual(['turn', '1', 'turn', '2', 'released 1', 'released 2'])
})

it('a batch that hangs after that is reported', async () => {
  const { flusher, add, taken, holdCompletions } = slowStore()
  const completions = holdCompletions()
  for (const thing of [1, 2]) add(thing, { bytes: 100 })
  await later()
  const refused = expect(flusher.flushed()).rejects.toMatchObject({ code: 'unavailable' })
  completions[0]?.resolve()
  await later(PATIENCE)
  await refused
  expect(taken().at(-1)).toBe('fault')
})
