import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { openFlusher } from './flusher.ts'

const REST = 500
const RETRY = 1000
const PATIENCE = 10_000

/** A thing whose writes the store always rejects. */
const POISON = 13

/** A flusher over a store whose batches the test completes. Each write has a thing of its own. */
function slowStore() {
  const steps: string[] = []
  let failing: Error | undefined
  let ends: (() => void)[] = []
  let holding = false
  let completes: PromiseWithResolvers<void>[] | undefined
  const flusher = openFlusher({
    async store(writes) {
      const things = writes.map(({ thing }) => thing)
      steps.push(things.join(' '))
      if (things.includes(POISON)) throw new Error('This one is refused.')
      if (holding) await new Promise<void>((resolve) => ends.push(resolve))
      if (failing) throw failing
      return async () => {
        if (!completes) return
        completes.push(Promise.withResolvers())
        await completes.at(-1)?.promise
      }
    },
    rotate: () => void steps.push('turn'),
    onFault: (cause) => void steps.push(cause ? 'fault' : 'no fault'),
    ...{ rest: REST, retry: RETRY, patience: PATIENCE },
    ...{ batch: { bytes: 100, runs: 50 }, roomyBytes: 200 },
  })
  return {
    ...{ flusher, steps },
    add(thing: number, { bytes = 1, runs = 1 } = {}) {
      const write = writeOf(thing, 1n, (samples) => samples.push(1, 0, 1))
      const release = async () => void steps.push(`released ${thing}`)
      flusher.add({ writes: [write], bytes, runs, release })
    },
    fail(error: Error | undefined) {
      failing = error
    },
    hold() {
      holding = true
    },
    /** From now on batches are completed by hand. */
    holdCompletions() {
      completes = []
      return completes
    },
    letGo() {
      holding = false
      for (const end of ends) end()
      ends = []
    },
    /** The steps since the last time. */
    taken: () => steps.splice(0),
  }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Advances the clock and runs what is due. */
async function later(milliseconds = 0): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
}

it('the first group is flushed at once, later groups together after a pause', async () => {
  const { add, taken } = slowStore()
  add(1)
  await later()
  expect(taken()).toEqual(['turn', '1', 'released 1'])
  for (const thing of [2, 3]) add(thing)
  await later(REST - 100)
  expect(taken()).toEqual([])
  await later(100)
  expect(taken()).toEqual(['turn', '2 3', 'released 2', 'released 3'])
})

it('a full batch ends the pause and is never overfilled', async () => {
  const { add, taken } = slowStore()
  add(1)
  await later()
  taken()
  for (const thing of [2, 3, 4]) add(thing, { bytes: 60 })
  await later()
  expect(taken()).toEqual(['turn', '2 3', 'released 2', 'released 3'])
  await later(REST)
  expect(taken()).toEqual(['turn', '4', 'released 4'])
})

it('a read barrier ends the pause and waits only for matching groups', async () => {
  const { flusher, add, taken, hold, letGo } = slowStore()
  add(1)
  await later()
  taken()
  add(2)
  hold()
  const stored = flusher.flushed().then(() => taken())
  await later()
  add(3)
  letGo()
  expect(await stored).toEqual(['turn', '2', 'released 2'])
})

it('a read barrier returns at once when no pending group matches', async () => {
  const { flusher, add, taken } = slowStore()
  await flusher.flushed()
  add(1)
  await later()
  taken()
  add(2)
  await flusher.flushed(({ thing }) => thing === 3)
  expect(taken()).toEqual([])
  await flusher.flushed(({ thing }) => thing === 2)
  expect(taken()).toEqual(['turn', '2', 'released 2'])
})

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

it("a group's columns are freed only once it is stored and released", async () => {
  const { flusher, taken } = slowStore()
  let refused = true
  async function release() {
    if (refused) throw new Error('The disk is full.')
  }
  const write = writeOf(1, 1n, (samples) => samples.push(1, 0, 1))
  flusher.add({ writes: [write], bytes: 1, runs: 1, release })
  await expect(flusher.flushed()).rejects.toMatchObject({ code: 'unavailable' })
  expect(taken()).toEqual(['turn', '1', 'fault'])
  expect(write.samples.rows).toBe(1)
  refused = false
  await later(RETRY)
  expect(taken()).toEqual(['1', 'turn', 'no fault'])
  expect(write.samples.rows).toBe(0)
})

it('a full batch is stored while the batch before is completed, and released after it', async () => {
  const { add, taken, holdCompletions } = slowStore()
  const completions = holdCompletions()
  for (const thing of [1, 2, 3]) add(thing, { bytes: 100 })
  await later()
  expect(taken()).toEqual(['turn', '1', 'turn', '2'])
  completions[0]?.resolve()
  await later()
  expect(taken()).toEqual(['released 1', 'turn', '3'])
  completions[1]?.resolve()
  await later()
  expect(taken()).toEqual(['released 2'])
  completions[2]?.resolve()
  await later()
  expect(taken()).toEqual(['released 3'])
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

it('the number of runs also limits a batch', async () => {
  const { add, taken } = slowStore()
  add(1)
  await later()
  taken()
  for (const thing of [2, 3]) add(thing, { runs: 50 })
  await later()
  expect(taken()).toEqual(['turn', '2', 'released 2', 'turn', '3', 'released 3'])
})

it('back-pressure: new groups wait until there is room', async () => {
  const { flusher, add, hold, letGo, taken } = slowStore()
  await flusher.room()
  hold()
  add(1, { bytes: 150 })
  await flusher.room()
  add(2, { bytes: 60 })
  expect(flusher.bytes()).toBe(210)
  const room = flusher.room().then(() => taken())
  await later()
  letGo()
  expect(await room).toEqual(['turn', '1', 'released 1'])
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
