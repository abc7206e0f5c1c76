import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import { writeOf } from '../../testing/blocks.ts'
import { chunkBench, HOUR, ORGANIZATION, range } from '../../testing/chunk-bench.ts'
import { MAX_AGE_MS } from '../remembering.ts'

it('loads a day once, and only missing days', async () => {
  const bench = chunkBench()
  bench.write(1, 10)
  bench.write(25, 20)
  expect(await bench.ask()).toEqual([10])
  expect(await bench.ask({ days: [0, 1, 2] })).toEqual([10, 20])
  expect(await bench.ask({ days: [1, 2] })).toEqual([20])
  expect(bench.loads).toMatchObject([{ days: [0] }, { days: [1, 2] }])
  expect(bench.memory.counts()).toMatchObject({ loaded: 2, known: 1, left: 0 })
})

it('loads only missing series', async () => {
  const bench = chunkBench()
  bench.write(1, 10)
  bench.write(1, 20, { metric: 2 })
  bench.write(1, 30, { thing: 8 })
  await bench.ask()
  expect(await bench.ask({ things: [7, 8], metrics: [1, 2] })).toEqual([10, 20, 30])
  expect(bench.loads).toMatchObject([
    { things: [7], metrics: [1] },
    { things: [7, 8], metrics: [1, 2] },
  ])
  await bench.ask({ things: [8], metrics: [1, 2] })
  expect(bench.loads).toHaveLength(2)
})

it('the cache follows writes, including late ones and corrections', async () => {
  const bench = chunkBench()
  bench.write(5, 1)
  await bench.ask({ days: [0, 1] })
  bench.write(6, 2)
  bench.write(4, 3)
  bench.write(5, 4)
  bench.write(30, 5)
  bench.write(5, 6, { organization: ORGANIZATION + 1 })
  bench.write(5, 7, { thing: 8 })
  bench.write(5, 8, { metric: 2 })
  expect(await bench.ask({ days: [0, 1] })).toEqual([3, 4, 2, 5])
  expect(bench.loads).toHaveLength(1)
})

it('writes during a load override what was loaded', async () => {
  const bench = chunkBench()
  bench.write(5, 1)
  bench.whileLoading = async () => {
    bench.whileLoading = async () => {}
    bench.write(5, 2)
    bench.write(7, 3)
    bench.write(3, 4)
    bench.write(30, 5)
    bench.write(5, 6, { thing: 8 })
  }
  expect(await bench.ask()).toEqual([4, 2, 3])
  expect(await bench.ask()).toEqual([4, 2, 3])
  expect(bench.loads).toHaveLength(1)
})

it('an organization sees only its own samples', async () => {
  const bench = chunkBench()
  bench.write(5, 1)
  bench.write(5, 2, { organization: 6 })
  expect(await bench.ask()).toEqual([1])
  expect(await bench.ask({ organization: 6 })).toEqual([2])
})

it.each([
  ['one thing', 'one'],
  ['some things', 'some'],
  ['any thing', 'all'],
] as const)('reloads %s after an erasure, even during a load', async (_, how) => {
  const bench = chunkBench()
  const forget = () => {
    if (how === 'one') bench.memory.forget({ organization: ORGANIZATION, thing: 7 })
    else if (how === 'all') bench.memory.forgetAll(() => true)
    else {
      bench.memory.forgetAll((one) => one.organization === ORGANIZATION && one.thing === 7)
    }
  }
  await bench.ask({ things: [7, 8] })
  forget()
  bench.whileLoading = async () => {
    bench.whileLoading = async () => {}
    forget()
  }
  expect(await bench.ask()).toBeUndefined()
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(3)
  if (how !== 'all') await bench.ask({ things: [8] })
  expect(bench.loads).toHaveLength(3)
})

it('an indeterminate write clears the cache and bypasses it for a minute', async () => {
  const bench = chunkBench()
  await bench.ask()
  bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 })
  expect(await bench.ask()).toBeUndefined()
  bench.clock.now += 60_000
  bench.whileLoading = async () => {
    bench.whileLoading = async () => {}
    bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 })
  }
  expect(await bench.ask()).toBeUndefined()
  bench.clock.now += 60_000
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(3)
})

it('days expire, so that changes without a notification become visible', async () => {
  const bench = chunkBench()
  await bench.ask()
  bench.clock.now += MAX_AGE_MS + 1
  bench.change(1, 10)
  expect(await bench.ask()).toEqual([10])
  expect(bench.loads).toHaveLength(2)
})

it('reloads a thing that receives very many samples at once', async () => {
  const bench = chunkBench()
  const writeMany = (thing: number) => bench.memory.written([rowsOf(thing, 20_001)])
  await bench.ask({ things: [7, 8] })
  writeMany(7)
  writeMany(9)
  await bench.ask({ things: [8] })
  expect(bench.loads).toHaveLength(1)
  bench.whileLoading = async () => {
    bench.whileLoading = async () => {}
    writeMany(7)
  }
  expect(await bench.ask()).toBeUndefined()
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(3)
})

it('very many samples of one thing leave the cache of others alone, in the same group too', async () => {
  const bench = chunkBench()
  await bench.ask()
  await bench.ask({ organization: 6, things: [8] })
  const last = writeOf(8, 1n, (samples) => samples.push(1, HOUR, 2))
  bench.memory.written([rowsOf(7, 20_001), { ...last, organization: 6 }, rowsOf(7, 5)])
  expect(await bench.ask({ organization: 6, things: [8] })).toEqual([2])
  expect(bench.loads).toHaveLength(2)
  await bench.ask()
  expect(bench.loads).toHaveLength(3)
})

it('very many samples of other days leave a day alone, also while it is loaded', async () => {
  const bench = chunkBench()
  bench.write(25, 1)
  bench.whileLoading = async () => bench.memory.written([rowsOf(7, 20_001)])
  expect(await bench.ask({ days: [1] })).toEqual([1])
  bench.memory.written([rowsOf(7, 20_001)])
  expect(await bench.ask({ days: [1] })).toEqual([1])
  expect(bench.loads).toHaveLength(1)
  await bench.ask()
  expect(bench.loads).toHaveLength(2)
})

/** Many samples of a thing's first day. */
function rowsOf(thing: number, rows: number) {
  return writeOf(thing, 1n, (samples) => {
    for (let i = 0; i < rows; i += 1) samples.push(1, i, i)
  })
}

it('evicts the least recently used days of the organization that uses the most memory', async () => {
  const bench = chunkBench({ maxBytes: 40_000 })
  for (let hour = 0; hour < 24; hour += 1) bench.write(hour, hour, { organization: 6 })
  await bench.ask({ organization: 6 })
  for (let day = 0; day < 40; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) bench.write(24 * day + hour, hour)
    await bench.ask({ days: [day] })
    await bench.ask({ days: [0] })
  }
  expect(bench.memory.counts().bytes).toBeLessThanOrEqual(40_000)
  const before = bench.loads.length
  await bench.ask({ organization: 6 })
  await bench.ask({ days: [0] })
  await bench.ask({ days: [39] })
  expect(bench.loads).toHaveLength(before)
  await bench.ask({ days: [1] })
  expect(bench.loads).toHaveLength(before + 1)
})

it('counts memory that grows by writes, and evicts it too', async () => {
  const bench = chunkBench({ maxBytes: 20_000 })
  await bench.ask({ days: [0, 1] })
  for (let i = 0; i < 2000; i += 1) bench.write(i / 100, i)
  expect(bench.memory.counts().bytes).toBeLessThan(20_000)
  const days = { days: [dayOf(startOfDay(1))] }
  const { known } = bench.memory.counts()
  await bench.ask(days)
  bench.memory.forgetAll(() => true)
  expect(bench.memory.counts()).toMatchObject({ bytes: 0, known: known + 1 })
})

it('loads ahead what an earlier process had cached, as far as it fits', async () => {
  const bench = chunkBench({ maxBytes: 4000 })
  const wanted = { organization: ORGANIZATION, metrics: [1], days: [0] }
  const batches = range(50).map((thing) => ({ ...wanted, things: [10 + thing] }))
  await bench.memory.preload(batches, bench.load)
  expect(bench.memory.counts().bytes).toBeLessThan(4000)
  const { length } = bench.loads
  expect(length).toBeGreaterThan(3)
  expect(length).toBeLessThan(50)
  expect(await bench.ask({ things: [10] })).toEqual([])
  expect(bench.loads).toHaveLength(length)
  const held = bench.memory.held()
  expect(held).toContainEqual({ organization: ORGANIZATION, thing: 10, day: 0, metrics: [1] })
  expect(held).toHaveLength(length)
})

it('keeps samples that are written while they are loaded ahead', async () => {
  const bench = chunkBench()
  bench.write(5, 1)
  bench.whileLoading = async () => bench.write(6, 2)
  await bench.memory.preload(
    [{ organization: ORGANIZATION, metrics: [1], days: [0], things: [7] }],
    bench.load,
  )
  expect(await bench.ask()).toEqual([1, 2])
  expect(bench.loads).toHaveLength(1)
})

it('skips what cannot be loaded ahead, and stops after three failures in a row', async () => {
  const bench = chunkBench()
  const batches = range(9).map((thing) => {
    return { organization: ORGANIZATION, metrics: [1], days: [0], things: [thing] }
  })
  let asked = 0
  await bench.memory.preload(batches, async (missing, bound) => {
    asked += 1
    if (missing.things[0] !== 1) throw new Error('Too many samples.')
    return bench.load(missing, bound)
  })
  expect(asked).toBe(5)
  expect(bench.memory.held()).toHaveLength(1)
})

it('days that are loaded ahead have hourly tallies', async () => {
  const bench = chunkBench()
  for (let i = 0; i < 1100; i += 1) bench.write(i / 60, i)
  const wanted = { organization: ORGANIZATION, metrics: [1], days: [0], things: [7] }
  await bench.memory.preload([wanted], bench.load)
  const chunk = bench.memory.known(wanted)?.[0]?.[0]?.get(1)
  if (!chunk) throw new Error('Nothing is remembered.')
  const run = atOnce(chunk.run())
  expect(run.chunk?.knownHoursOf(run)?.tallies.samples(1)).toBe(60)
})

it('loads very dense data ahead in parts', async () => {
  const bench = chunkBench()
  const batch = { organization: ORGANIZATION, metrics: [1], days: [0], things: range(64) }
  await bench.memory.preload([batch], async (missing, bound) => {
    if (missing.things.length > 16) throw new Error('Too many samples.')
    return bench.load(missing, bound)
  })
  expect(bench.loads).toHaveLength(4)
  expect(bench.memory.held()).toHaveLength(64)
})

it('loads ahead the days of one organization while the loads of another fail', async () => {
  const bench = chunkBench()
  const batchesFor = (organization: number) =>
    range(9).map((thing) => ({ organization, metrics: [1], days: [0], things: [thing] }))
  const asked: number[] = []
  await bench.memory.preload([...batchesFor(6), ...batchesFor(9)], async (missing, bound) => {
    asked.push(missing.organization)
    if (missing.organization === 6) throw new Error('Too many samples.')
    return bench.load(missing, bound)
  })
  expect(asked).toEqual([...range(3).map(() => 6), ...range(9).map(() => 9)])
})
