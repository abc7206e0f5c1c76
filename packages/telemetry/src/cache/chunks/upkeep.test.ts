import { randomOf } from '@sluice/contract/testing'
import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { chunkBench, ORGANIZATION, range } from '../../testing/chunk-bench.ts'
import { MAX_AGE_MS } from '../remembering.ts'

const loadsOf = ({ loads }: ReturnType<typeof chunkBench>, one: number) =>
  loads.filter(({ organization }) => organization === one)

const loaded = ({ loads }: ReturnType<typeof chunkBench>) =>
  loads.map(({ things, metrics, days }) => ({ things, metrics, days }))

it('what is cached is loaded again before it expires', async () => {
  const bench = chunkBench({ loadsAhead: false })
  bench.write(1, 10)
  await bench.ask({ metrics: [1, 2] })
  bench.change(1, 20)
  bench.clock.now += 0.7 * MAX_AGE_MS
  await bench.upkeep()
  expect(bench.loads).toHaveLength(1)
  bench.clock.now += 0.2 * MAX_AGE_MS
  bench.whileLoading = async () => bench.write(2, 30)
  await bench.upkeep()
  expect(loaded(bench)).toEqual(range(2).map(() => ({ things: [7], metrics: [1, 2], days: [0] })))
  bench.clock.now += 0.7 * MAX_AGE_MS
  expect(await bench.ask({ metrics: [1, 2] })).toEqual([20, 30])
  expect(bench.loads).toHaveLength(2)
})

it('the two newest days that were written are loaded before anybody asks', async () => {
  const bench = chunkBench()
  bench.write(1, 10)
  bench.write(25, 20)
  bench.write(49, 30)
  bench.write(26, 40, { metric: 2 })
  bench.write(49, 50, { thing: 8 })
  bench.write(49, 60, { organization: 6 })
  await bench.upkeep()
  expect(loaded(bench)).toEqual([
    { things: [7, 8], metrics: [1], days: [1, 2] },
    { things: [7], metrics: [1], days: [1, 2] },
  ])
  expect(await bench.ask({ days: [1, 2] })).toEqual([20, 30])
  expect(await bench.ask({ organization: 6, days: [1, 2] })).toEqual([60])
  bench.write(50, 70)
  bench.write(48, 80)
  await bench.upkeep()
  expect(await bench.ask({ days: [1, 2] })).toEqual([20, 80, 30, 70])
  expect(bench.loads).toHaveLength(2)
  expect(await bench.ask()).toEqual([10])
  expect(bench.loads).toHaveLength(3)
})

it('a node that does not see every write only loads again what it has', async () => {
  const bench = chunkBench({ loadsAhead: false })
  await bench.ask()
  await bench.ask({ things: [8], metrics: [2] })
  bench.write(25, 20)
  bench.clock.now += 0.9 * MAX_AGE_MS
  bench.whileLoading = async () => {
    bench.clock.now += 250
  }
  await bench.upkeep()
  expect(bench.loads).toHaveLength(3)
  // The other one was left for the next turn. A node drops a partition that it stops following.
  bench.memory.forgetAll(() => true)
  bench.clock.now += 10_000
  await bench.upkeep()
  expect(bench.loads).toHaveLength(3)
})

it('during a bulk load, days that nobody asked for are neither loaded nor kept', async () => {
  const bench = chunkBench()
  const bulk = writeOf(9, 1n, (samples) => {
    for (let i = 0; i < 300_000; i += 1) samples.push(1, i, i)
  })
  bench.write(25, 10)
  bench.write(25, 20, { thing: 8 })
  await bench.upkeep()
  expect(bench.loads).toHaveLength(1)
  await bench.ask({ things: [8], days: [1] })
  bench.memory.written([{ ...bulk, organization: ORGANIZATION }])
  await bench.upkeep()
  bench.write(26, 30)
  bench.write(26, 40, { thing: 8 })
  expect(bench.memory.held()).toMatchObject([{ thing: 8, day: 1 }])
  expect(bench.loads).toHaveLength(1)
  await bench.upkeep()
  expect(loaded(bench).slice(1)).toEqual([
    { things: [9], metrics: [1], days: [-1, 0] },
    { things: [7], metrics: [1], days: [0, 1] },
  ])
  expect(await bench.ask({ things: [7, 8], days: [1] })).toEqual([10, 30, 20, 40])
})

it('during a bulk load, days in use are loaded again', async () => {
  const bench = chunkBench()
  const bulk = writeOf(9, 1n, (samples) => {
    for (let i = 0; i < 300_000; i += 1) samples.push(1, i, i)
  })
  await bench.ask()
  bench.write(1, 10, { thing: 8 })
  await bench.upkeep()
  bench.clock.now += 0.79 * MAX_AGE_MS
  await bench.upkeep()
  bench.loads.length = 0
  for (let second = 0; second < 30; second += 1) {
    bench.memory.written([{ ...bulk, organization: 6 }])
    await bench.upkeep()
  }
  expect(loaded(bench)).toEqual([{ things: [7], metrics: [1], days: [0] }])
})

it('days that nobody asked for give way to those that were, and to later ones', async () => {
  const bench = chunkBench({ maxBytes: 40_000 })
  const fill = async (day: number) => {
    for (const thing of range(100)) bench.write(24 * day, 1, { thing })
    await bench.upkeep()
  }
  await fill(1)
  expect(bench.memory.counts().bytes).toBeGreaterThan(30_000)
  // The day before gives way. Then there is no room for more.
  for (let turn = 0; turn < 10; turn += 1) await fill(1)
  const { length } = bench.loads
  await fill(1)
  expect(bench.loads).toHaveLength(length)
  await fill(2)
  expect(bench.loads.length).toBeGreaterThan(length)
  const isKnown = (thing: number) => {
    const wanted = { organization: ORGANIZATION, things: [thing], metrics: [1], days: [2] }
    return bench.memory.known(wanted) !== undefined
  }
  for (const thing of range(30)) await bench.ask({ things: [thing], days: [5] })
  expect(bench.memory.held()).toHaveLength(30)
  expect(bench.memory.counts().bytes).toBeLessThanOrEqual(40_000)
  expect(range(100).filter(isKnown)).not.toEqual([])
})

it('after failures, nothing of that organization is loaded for a while', async () => {
  const bench = chunkBench()
  const writeAll = (organization: number) => {
    for (const thing of range(300)) bench.write(1, 1, { organization, thing })
  }
  bench.whileLoading = async () => {
    if (bench.loads.at(-1)?.organization === 5) throw new Error('Too many samples.')
  }
  writeAll(5)
  await bench.upkeep()
  const { length } = bench.loads
  expect(length).toBeLessThan(8)
  bench.clock.now += 298_000
  for (const organization of [5, 6]) writeAll(organization)
  await bench.upkeep()
  expect(loadsOf(bench, 5)).toHaveLength(length)
  expect(loadsOf(bench, 6)).not.toEqual([])
  bench.whileLoading = async () => {}
  writeAll(5)
  await bench.upkeep()
  expect(loadsOf(bench, 5).length).toBeGreaterThan(length)
})

it('answers equal the table whatever is written, erased and loaded in the background meanwhile', async () => {
  const random = randomOf(11)
  const any = (most: number) => Math.floor(random() * most)
  const bench = chunkBench({ maxBytes: 30_000 })
  let value = 0
  function change() {
    if (random() < 0.05) return bench.erase(any(6))
    value += 1
    return bench.write(any(48 * 4) / 4, value, { thing: any(6), metric: 1 + any(2) })
  }
  const inTurns = async () => {
    for (let i = any(4); i > 0; i -= 1) {
      await new Promise((resolve) => setImmediate(resolve))
      change()
    }
  }
  let [compared, loads] = [0, 0]
  while (compared < 1000 || loads < 300) {
    bench.whileLoading = inTurns
    for (let i = any(3); i > 0; i -= 1) change()
    bench.clock.now += any(0.2 * MAX_AGE_MS)
    const before = bench.loads.length
    const upkeep = random() < 0.5 ? bench.upkeep() : undefined
    loads += bench.loads.length - before
    const first = any(6)
    const things = range(1 + any(6 - first)).map((i) => first + i)
    const metrics = [[1], [2], [1, 2]][any(3)] ?? []
    const asked = { things, metrics, days: range(1 + any(2)) }
    const answer = await bench.ask(asked)
    if (answer !== undefined) {
      compared += 1
      expect(answer).toEqual(bench.expected(asked))
    }
    await upkeep
  }
  await bench.memory.idle()
})

it('an erasure during such a load leaves nothing behind', async () => {
  const bench = chunkBench()
  bench.write(1, 10)
  bench.whileLoading = async () => bench.erase(7)
  await bench.upkeep()
  expect(bench.loads).toHaveLength(1)
  bench.whileLoading = async () => {}
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(2)
})

it('what nobody asks for any more is loaded again for half an hour, and then dropped', async () => {
  const bench = chunkBench({ loadsAhead: false })
  await bench.ask()
  await bench.ask({ organization: 6 })
  for (let minute = 0; minute < 60; minute += 1) {
    bench.write(minute / 60, minute)
    if (minute % 20 === 0) await bench.ask({ organization: 6 })
    for (let second = 0; second < 60; second += 5) {
      bench.clock.now += 4000
      await bench.upkeep()
    }
  }
  expect(loadsOf(bench, 5)).toHaveLength(4)
  expect(loadsOf(bench, 6)).toHaveLength(8)
  expect(bench.memory.held()).toMatchObject([{ organization: 6 }])
})

it('days loaded ahead are loaded again while their things are written to, and then dropped', async () => {
  const bench = chunkBench()
  const hoursOfWrites = async (from: number, to: number, organizations: readonly number[]) => {
    for (let hour = from; hour < to; hour += 1 / 30) {
      for (const organization of organizations) bench.write(hour, hour, { organization })
      bench.clock.now += 119_000
      await bench.upkeep()
    }
  }
  const isKnown = (organization: number, day: number) =>
    bench.memory.known({ organization, things: [7], metrics: [1], days: [day] }) !== undefined
  await hoursOfWrites(44, 49, [5, 6])
  await hoursOfWrites(49, 50, [6])
  expect([0, 1, 2].map((day) => isKnown(6, day))).toEqual([false, true, true])
  expect([0, 1, 2].map((day) => isKnown(5, day))).toEqual([false, false, false])
})

it.each([
  ['all loads', undefined],
  ['the loads of one thing', 0],
])('days are loaded again while %s of another organization fail', async (_, failing) => {
  const bench = chunkBench({ loadsAhead: false, maxBytes: 1e9 })
  for (const thing of range(600)) {
    await bench.ask({ organization: 6, things: [thing], metrics: range(10) })
  }
  await bench.ask({ organization: 9, metrics: range(10) })
  const { length } = bench.loads
  bench.whileLoading = async () => {
    const last = bench.loads.at(-1)
    const fails = failing === undefined || last?.things.includes(failing)
    if (last?.organization === 6 && fails) throw new Error('Too many samples.')
  }
  bench.clock.now += 0.85 * MAX_AGE_MS
  for (let turn = 0; turn < 80; turn += 1) await bench.upkeep()
  bench.loads.splice(0, length)
  const others = bench.loads.flatMap(({ things }) => things).filter((thing) => thing > 0)
  expect(bench.loads.slice(0, 10)).toContainEqual(expect.objectContaining({ organization: 9 }))
  expect(bench.loads.filter(({ things }) => things.includes(0))).toHaveLength(2)
  if (failing !== undefined) expect(new Set(others).size).toBe(599)
  else expect(bench.loads.length).toBeLessThan(8)
})

it('days of an organization with few are loaded again as soon as those of one with many', async () => {
  const bench = chunkBench({ loadsAhead: false, maxBytes: 1e9 })
  for (const thing of range(1000)) await bench.ask({ organization: 6, things: [thing] })
  for (const organization of [8, 9]) await bench.ask({ organization })
  const { length } = bench.loads
  bench.clock.now += 0.85 * MAX_AGE_MS
  await bench.upkeep()
  const again = bench.loads.slice(length, length + 3).map(({ organization }) => organization)
  expect(again).toEqual([6, 8, 9])
})

it('days of an organization are loaded ahead, however many things another one writes to', async () => {
  const bench = chunkBench({ maxBytes: 1e9 })
  const writeAll = async (organization: number, things: number) => {
    for (let from = 0; from < things; from += 1000) {
      for (const thing of range(1000)) bench.write(30, 1, { organization, thing: from + thing })
      for (let turn = 0; turn < 4; turn += 1) await bench.upkeep()
    }
  }
  await writeAll(6, 3000)
  await writeAll(9, 1000)
  await writeAll(6, 3000)
  const isKnown = (thing: number) =>
    bench.memory.known({ organization: 9, things: [thing], metrics: [1], days: [0, 1] })
  expect(range(1000).filter(isKnown)).toHaveLength(1000)
})
