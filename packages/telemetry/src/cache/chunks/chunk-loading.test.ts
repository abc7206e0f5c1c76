import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { chunkBench, range } from '../../testing/chunk-bench.ts'
import { unavailable } from '../../unavailable.ts'
import { ChangedMeanwhile } from './loading.ts'

type Bench = ReturnType<typeof chunkBench>

it('loads many series in the background, and only once they are requested again', async () => {
  const bench = chunkBench()
  const many = { things: range(40) }
  bench.write(1, 10)
  expect(await bench.ask(many)).toBeUndefined()
  expect(bench.loads).toEqual([])
  const { promise, resolve } = Promise.withResolvers<void>()
  bench.whileLoading = () => promise
  expect(await bench.ask(many)).toBeUndefined()
  expect(await bench.ask(many)).toBeUndefined()
  expect(bench.loads).toMatchObject([{ isFew: false }])
  bench.write(2, 20)
  resolve()
  await bench.memory.idle()
  expect(await bench.ask(many)).toEqual([10, 20])
  expect(bench.loads).toHaveLength(1)
})

it('loads many series one load at a time, with a pause after each', async () => {
  const bench = chunkBench()
  const ask = (organization: number) => bench.ask({ organization, things: range(40) })
  const { promise, resolve } = Promise.withResolvers<void>()
  bench.whileLoading = () => promise
  for (let turn = 0; turn < 2; turn += 1) for (const one of [1, 2]) await ask(one)
  expect(bench.loads).toMatchObject([{ organization: 1 }])
  bench.clock.now += 100
  resolve()
  await bench.memory.idle()
  bench.clock.now += 399
  await ask(2)
  expect(bench.loads).toHaveLength(1)
  bench.clock.now += 1
  await ask(2)
  expect(bench.loads).toMatchObject([{ organization: 1 }, { organization: 2 }])
})

it('an organization that keeps asking for more does not keep another one from loading', async () => {
  const bench = chunkBench({ maxBytes: 100_000 })
  let first = 0
  const askTwice = async (organization: number) => {
    first += 40
    const things = range(40).map((i) => first + i)
    for (let turn = 0; turn < 2; turn += 1) await bench.ask({ organization, things })
  }
  bench.whileLoading = async () => {
    bench.clock.now += 100
  }
  for (let second = 0; second < 60; second += 1) {
    if (second % 20 === 5) await bench.ask({ organization: 2, things: range(40) })
    for (let turn = 0; turn < 10; turn += 1) {
      await askTwice(1)
      await bench.memory.idle()
      bench.clock.now += 50
    }
  }
  expect(bench.loads).toContainEqual(expect.objectContaining({ organization: 2 }))
  expect(bench.loads.length).toBeGreaterThan(30)
})

it('leaves series that failed to load to the store for a while', async () => {
  const bench = chunkBench()
  const many = { things: range(40) }
  bench.whileLoading = () => Promise.reject(new Error('too many'))
  for (let turn = 0; turn < 4; turn += 1) {
    expect(await bench.ask(many)).toBeUndefined()
    await bench.memory.idle()
    bench.clock.now += 1
  }
  expect(bench.loads).toHaveLength(1)
  bench.clock.now += 300_000
  await bench.ask(many)
  expect(bench.loads).toHaveLength(2)
})

it.each([
  ['few', [7]],
  ['many', range(40)],
] as const)(
  'series that changed while they were loaded are loaded by the next query: %s',
  async (_, things) => {
    const bench = chunkBench()
    bench.write(1, 10)
    let changes = 1
    bench.whileLoading = async () => {
      if (changes-- > 0) throw new ChangedMeanwhile()
    }
    for (let turn = 0; turn < 3; turn += 1) {
      await bench.ask({ things })
      await bench.memory.idle()
      bench.clock.now += 1
    }
    expect(await bench.ask({ things })).toEqual([10])
    expect(bench.loads).toHaveLength(2)
  },
)

it('a thing whose samples changed while they were loaded ahead is loaded by the next upkeep', async () => {
  const bench = chunkBench()
  bench.whileLoading = () => Promise.reject(new ChangedMeanwhile())
  for (let turn = 0; turn < 4; turn += 1) {
    bench.write(25, turn)
    await bench.upkeep()
  }
  bench.whileLoading = async () => {}
  const { length } = bench.loads
  bench.write(25, 10)
  await bench.upkeep()
  expect(bench.loads.length).toBeGreaterThan(length)
  expect(await bench.ask({ days: [1] })).toEqual([10])
  expect(bench.loads).toHaveLength(length + 1)
})

it('loads what is too much for a waiting request in the background, on the next request', async () => {
  const bench = chunkBench()
  bench.write(1, 10)
  const failsOfFew = async () => {
    if (bench.loads.at(-1)?.isFew) throw new Error('too many')
  }
  bench.whileLoading = failsOfFew
  for (let turn = 0; turn < 2; turn += 1) expect(await bench.ask()).toBeUndefined()
  await bench.memory.idle()
  expect(await bench.ask()).toEqual([10])
  expect(bench.loads.map(({ isFew }) => isFew)).toEqual([true, false])
})

it('what is too much for a waiting request is tried again after five minutes', async () => {
  const bench = chunkBench()
  bench.whileLoading = () => Promise.reject(new Error('too many'))
  await bench.ask()
  bench.clock.now += 299_999
  await bench.ask()
  await bench.memory.idle()
  await bench.ask({ metrics: [2] })
  expect(bench.loads.map(({ isFew }) => isFew)).toEqual([true, false, true])
  bench.clock.now += 1
  await bench.ask()
  expect(bench.loads.map(({ isFew }) => isFew)).toEqual([true, false, true, true])
})

it.each([
  ['is too much', async () => Promise.reject(new Error('too many'))],
  ['changed meanwhile', async () => Promise.reject(new ChangedMeanwhile())],
  ['was erased meanwhile', async (bench: Bench) => bench.erase(7)],
] as const)(
  'requests that waited for a load in vain leave it to the store: what was asked for %s',
  async (_, whileLoading) => {
    const bench = chunkBench()
    bench.whileLoading = () => whileLoading(bench)
    const answers = await Promise.all(range(5).map(() => bench.ask()))
    expect(answers).toEqual(range(5).map(() => undefined))
    expect(bench.loads).toHaveLength(1)
  },
)

it('requests fail with the load that they waited long for if the store is not available', async () => {
  const bench = chunkBench()
  bench.whileLoading = () => {
    bench.clock.now += 5_000
    return Promise.reject(unavailable(new Error('away')))
  }
  const asked = await Promise.allSettled(range(5).map(() => bench.ask()))
  const refused = { status: 'rejected', reason: { code: 'unavailable' } }
  expect(asked).toMatchObject(range(5).map(() => refused))
  expect(bench.loads).toHaveLength(1)
  bench.whileLoading = async () => {}
  expect(await bench.ask()).toEqual([])
})

it('requests are left to the store if a load fails soon, and the next one loads again', async () => {
  const bench = chunkBench()
  bench.whileLoading = () => Promise.reject(unavailable(new Error('connection reset')))
  expect(await Promise.all([bench.ask(), bench.ask()])).toEqual([undefined, undefined])
  expect(bench.loads).toHaveLength(1)
  bench.whileLoading = async () => {}
  expect(await bench.ask()).toEqual([])
})

it('a background load that fails since the store is not available fails no request', async () => {
  const bench = chunkBench()
  bench.whileLoading = () => Promise.reject(unavailable(new Error('away')))
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await bench.ask({ things: range(40) })).toBeUndefined()
    await bench.memory.idle()
  }
  expect(bench.loads).toMatchObject([{ isFew: false }])
})

it('leaves queries of very many series and days to the store', async () => {
  const bench = chunkBench()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await bench.ask({ things: range(100), days: range(50) })).toBeUndefined()
  }
  expect(bench.loads).toEqual([])
  expect(bench.memory.counts()).toMatchObject({ bytes: 0, left: 3 })
})

it('concurrent requests for the same series share one load', async () => {
  const bench = chunkBench()
  bench.write(5, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  bench.whileLoading = () => promise
  const answers = Promise.all([bench.ask(), bench.ask(), bench.ask()])
  const other = bench.ask({ things: [8] })
  resolve()
  expect(await answers).toEqual([[1], [1], [1]])
  expect(await other).toEqual([])
  expect(bench.loads).toHaveLength(2)
})

it('keeps what was loaded, with all that was written meanwhile, however much', async () => {
  const bench = chunkBench({ maxBytes: 1e9 })
  const [writes, rows] = [25, 10_000]
  bench.whileLoading = async () => {
    for (let i = 0; i < writes; i += 1) putMany(bench, { rows, from: i * rows })
  }
  const values = await bench.ask()
  expect(values).toEqual(range(writes * rows))
  expect(await bench.ask()).toHaveLength(writes * rows)
  expect(bench.loads).toHaveLength(1)
})

it('a sample that is written while earlier ones are applied is not lost', async () => {
  const bench = chunkBench({ maxBytes: 1e9 })
  const [writes, rows] = [25, 10_000]
  const late = range(40).map((i) => writes * rows + i)
  bench.whileLoading = async () => {
    for (let i = 0; i < writes; i += 1) putMany(bench, { rows, from: i * rows })
    // Each comes in a later turn of the event loop, while the others are applied in slices.
    for (const from of late) setImmediate(() => putMany(bench, { rows: 1, from }))
  }
  await bench.ask()
  await new Promise((resolve) => setImmediate(resolve))
  const values = new Set(await bench.ask())
  expect(late.filter((value) => !values.has(value))).toEqual([])
})

/** Writes rows a millisecond apart, each with its number as the value. */
function putMany(bench: ReturnType<typeof chunkBench>, many: { rows: number; from: number }) {
  const write = writeOf(7, 1n, (samples) => {
    for (let i = many.from; i < many.from + many.rows; i += 1) samples.push(1, i * 1000, i)
  })
  bench.memory.written([write])
}
