import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { openBacklog } from './backlog.ts'

const REST = 500
const RETRY = 1000
const PATIENCE = 10_000

/** A thing whose writes no store takes. */
const POISON = 13

/** A backlog over a store whose batches end when the test says so. Writes are told apart by their things. */
function slowStore() {
  const steps: string[] = []
  let failing: Error | undefined
  let ends: (() => void)[] = []
  let holding = false
  const backlog = openBacklog({
    async store(writes) {
      const things = writes.map(({ thing }) => thing)
      steps.push(things.join(' '))
      if (things.includes(POISON)) throw new Error('This one is refused.')
      if (holding) await new Promise<void>((resolve) => ends.push(resolve))
      if (failing) throw failing
    },
    turn: () => void steps.push('turn'),
    onFault: (cause) => void steps.push(cause ? 'fault' : 'no fault'),
    ...{ rest: REST, retry: RETRY, patience: PATIENCE },
    ...{ batch: { bytes: 100, runs: 50 }, roomyBytes: 200 },
  })
  return {
    ...{ backlog, steps },
    add(thing: number, { bytes = 1, runs = 1 } = {}) {
      const write = writeOf(thing, 1n, (samples) => samples.push(1, 0, 1))
      const release = async () => void steps.push(`released ${thing}`)
      backlog.add({ writes: [write], bytes, runs, release })
    },
    fail(error: Error | undefined) {
      failing = error
    },
    hold() {
      holding = true
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

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Whatever is due after so many milliseconds has happened. */
async function later(milliseconds = 0): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
}

it('brings the first over at once, and what comes then together, after a rest', async () => {
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

it('rests no longer once a batch is full, and fills no batch further', async () => {
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

it('whoever waits for what was added ends the rest, and waits for that alone', async () => {
  const { backlog, add, taken, hold, letGo } = slowStore()
  add(1)
  await later()
  taken()
  add(2)
  hold()
  const stored = backlog.stored().then(() => taken())
  await later()
  add(3)
  letGo()
  expect(await stored).toEqual(['turn', '2', 'released 2'])
})

it('does not wait where nothing that is meant is on its way', async () => {
  const { backlog, add, taken } = slowStore()
  await backlog.stored()
  add(1)
  await later()
  taken()
  add(2)
  await backlog.stored(({ thing }) => thing === 3)
  expect(taken()).toEqual([])
  await backlog.stored(({ thing }) => thing === 2)
  expect(taken()).toEqual(['turn', '2', 'released 2'])
})

it('what fails stays in the log and is tried again, by less and less, and who waits is told', async () => {
  const { backlog, add, taken, fail } = slowStore()
  const cause = new Error('connection refused')
  fail(cause)
  add(1)
  const refusal = { code: 'unavailable', retryAfter: 1, cause }
  await expect(backlog.stored()).rejects.toMatchObject(refusal)
  expect(taken()).toEqual(['turn', '1', 'fault'])
  for (const thing of [2, 3]) add(thing)
  // Whoever asks now is refused at once, and causes no try.
  await expect(backlog.stored()).rejects.toMatchObject(refusal)
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

it('what the store refuses keeps back nothing else', async () => {
  const { backlog, add, taken } = slowStore()
  add(1)
  await later()
  for (const thing of [POISON, 2, 3, 4]) add(thing)
  const things: string[] = []
  for (let tries = 0; tries < 20; tries += 1) {
    await later(RETRY)
    things.push(...taken().filter((step) => step.startsWith('released')))
  }
  expect(things.sort()).toEqual(['released 1', 'released 2', 'released 3', 'released 4'])
  await backlog.stored(({ thing }) => thing === 2)
  await expect(backlog.stored(({ thing }) => thing === POISON)).rejects.toMatchObject({
    code: 'unavailable',
  })
})

it('frees the columns of what is in the tables and out of the log, and of nothing else', async () => {
  const { backlog, taken } = slowStore()
  let refused = true
  async function release() {
    if (refused) throw new Error('The disk is full.')
  }
  const write = writeOf(1, 1n, (samples) => samples.push(1, 0, 1))
  backlog.add({ writes: [write], bytes: 1, runs: 1, release })
  await expect(backlog.stored()).rejects.toMatchObject({ code: 'unavailable' })
  expect(taken()).toEqual(['turn', '1', 'fault'])
  expect(write.samples.rows).toBe(1)
  refused = false
  await later(RETRY)
  expect(taken()).toEqual(['1', 'turn', 'no fault'])
  expect(write.samples.rows).toBe(0)
})

it('a batch is full of series, too', async () => {
  const { add, taken } = slowStore()
  add(1)
  await later()
  taken()
  for (const thing of [2, 3]) add(thing, { runs: 50 })
  await later()
  expect(taken()).toEqual(['turn', '2', 'released 2', 'turn', '3', 'released 3'])
})

it('has whoever brings more wait until there is room', async () => {
  const { backlog, add, hold, letGo, taken } = slowStore()
  await backlog.room()
  hold()
  add(1, { bytes: 150 })
  await backlog.room()
  add(2, { bytes: 60 })
  expect(backlog.bytes()).toBe(210)
  const room = backlog.room().then(() => taken())
  await later()
  letGo()
  expect(await room).toEqual(['turn', '1', 'released 1'])
})

it('refuses more than there is room for while nothing can be brought over', async () => {
  const { backlog, add, fail } = slowStore()
  fail(new Error('connection refused'))
  add(1, { bytes: 200 })
  await expect(backlog.room()).rejects.toMatchObject({ code: 'unavailable' })
  fail(undefined)
  await later(RETRY)
  await backlog.room()
  expect(backlog.bytes()).toBe(0)
})

it('lets nobody wait longer than it has patience, until the batch that hangs is done', async () => {
  const { backlog, add, hold, letGo, taken } = slowStore()
  hold()
  add(1, { bytes: 200 })
  await later(PATIENCE - 1)
  const refusal = { code: 'unavailable', retryAfter: 1 }
  const waiting = Promise.all([
    expect(backlog.room()).rejects.toMatchObject(refusal),
    expect(backlog.stored()).rejects.toMatchObject(refusal),
  ])
  await later(1)
  await waiting
  expect(taken()).toEqual(['turn', '1', 'fault'])
  // Whoever comes then waits for nothing, and the batch is not begun again beside itself.
  await expect(backlog.room()).rejects.toMatchObject(refusal)
  await later(PATIENCE)
  expect(taken()).toEqual([])
  letGo()
  await later()
  expect(taken()).toEqual(['turn', 'released 1', 'no fault'])
  await backlog.room()
})

it('a batch that fails after all is tried again, and told of once', async () => {
  const { backlog, add, fail, hold, letGo, taken } = slowStore()
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
  // What ended in time is not spoken of later.
  await later(PATIENCE)
  expect(taken()).toEqual([])
  await backlog.stored()
})

it('brings over what there is before it closes, and gives up where that fails', async () => {
  const first = slowStore()
  for (const thing of [1, 2]) first.add(thing)
  await first.backlog.close()
  expect(first.taken()).toEqual(['turn', '1', 'released 1', 'turn', '2', 'released 2'])
  const second = slowStore()
  second.fail(new Error('connection refused'))
  second.add(1)
  await second.backlog.close()
  expect(second.taken()).toEqual(['turn', '1', 'fault'])
  await expect(second.backlog.stored()).rejects.toMatchObject({ code: 'unavailable' })
})
