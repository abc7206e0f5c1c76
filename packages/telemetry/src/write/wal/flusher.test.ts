import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { later, REST, RETRY, slowStore } from '../../testing/flusher-bench.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

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

it('a read barrier waits for a group of which a single write matches', async () => {
  const { flusher, add, addGroup, taken } = slowStore()
  add(1)
  await later()
  taken()
  addGroup([2, 3])
  await flusher.flushed(({ thing }) => thing === 3)
  expect(taken()).toEqual(['turn', '2 3', 'released 2'])
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
