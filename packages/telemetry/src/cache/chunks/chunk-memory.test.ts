import { expect, it } from 'vitest'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import { writeOf } from '../../testing/blocks.ts'
import { MAX_AGE_MS } from '../remembering.ts'
import { type LoadBound, rememberChunks } from './chunk-memory.ts'
import { Chunks } from './loading.ts'
import type { SeriesDays } from './series-days.ts'

const ORGANIZATION = 5
const HOUR = 3_600_000_000

interface Asked {
  readonly organization?: number
  readonly things?: readonly number[]
  readonly metrics?: readonly number[]
  readonly days?: readonly number[]
}

/** A table in which the last write of a sample counts. */
function workbench(options: Partial<Parameters<typeof rememberChunks>[0]> = {}) {
  const clock = { now: 1 }
  const memory = rememberChunks({ monotonic: () => clock.now, maxBytes: 1e6, ...options })
  const table = new Map<string, [thing: number, metric: number, time: number, number: number]>()
  const loads: (SeriesDays & LoadBound)[] = []
  const bench = {
    ...{ memory, clock, loads },
    /** Called after the table was read, before what was read is there. */
    async whileLoading() {},
    /** A sample of an hour. */
    write(
      hour: number,
      value: number,
      { organization = ORGANIZATION, thing = 7, metric = 1 } = {},
    ) {
      const time = hour * HOUR
      table.set(`${organization} ${thing} ${metric} ${time}`, [thing, metric, time, value])
      const write = writeOf(thing, 1n, (samples) => samples.push(metric, time, value))
      memory.written([{ ...write, organization }])
      write.samples.free()
    },
    async load(missing: SeriesDays, bound: LoadBound) {
      loads.push({ ...missing, ...bound })
      const chunks = new Chunks()
      for (const [key, [thing, metric, time, value]] of table) {
        const isMissing =
          key.startsWith(`${missing.organization} `) &&
          missing.things.includes(thing) &&
          missing.metrics.includes(metric) &&
          missing.days.includes(dayOf(time))
        if (isMissing) chunks.getOrMake(thing, metric, dayOf(time)).put(time, value, '')
      }
      await bench.whileLoading()
      return chunks
    },
    /** All values, by thing, day, metric and time; undefined where the store had better be asked. */
    async ask({
      organization = ORGANIZATION,
      things = [7],
      metrics = [1],
      days = [0],
    }: Asked = {}) {
      const wanted = { organization, things, metrics, days }
      const found = await memory.read(wanted, bench.load)
      return found?.flatMap((thing) =>
        thing.flatMap((day) =>
          metrics.flatMap((metric) => {
            const run = day.get(metric)?.run()
            return run ? [...run.numbers.subarray(run.first, run.end)] : []
          }),
        ),
      )
    },
  }
  return bench
}

const range = (length: number) => Array.from({ length }, (_, i) => i)

it('a day is loaded once, and only days that are missing are loaded', async () => {
  const bench = workbench()
  bench.write(1, 10)
  bench.write(25, 20)
  expect(await bench.ask()).toEqual([10])
  expect(await bench.ask({ days: [0, 1, 2] })).toEqual([10, 20])
  expect(await bench.ask({ days: [1, 2] })).toEqual([20])
  expect(bench.loads).toMatchObject([{ days: [0] }, { days: [1, 2] }])
  expect(bench.memory.counts()).toMatchObject({ loaded: 2, known: 1, left: 0 })
})

it('only series that are missing are loaded', async () => {
  const bench = workbench()
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

it('what is remembered follows writes, late ones and corrections', async () => {
  const bench = workbench()
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

it('writes during a load count after what was loaded', async () => {
  const bench = workbench()
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
  const bench = workbench()
  bench.write(5, 1)
  bench.write(5, 2, { organization: 6 })
  expect(await bench.ask()).toEqual([1])
  expect(await bench.ask({ organization: 6 })).toEqual([2])
})

it.each([
  ['one thing', 'forget'],
  ['any thing', 'forgetAll'],
] as const)('erasing samples of %s makes it be loaded again, during a load too', async (_, how) => {
  const bench = workbench()
  const forget = () => bench.memory[how]({ organization: ORGANIZATION, thing: 7 })
  await bench.ask({ things: [7, 8] })
  forget()
  bench.whileLoading = async () => {
    bench.whileLoading = async () => {}
    forget()
  }
  expect(await bench.ask()).toBeUndefined()
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(3)
  if (how === 'forget') await bench.ask({ things: [8] })
  expect(bench.loads).toHaveLength(3)
})

it('an indeterminate write clears the memory and bypasses it for a minute', async () => {
  const bench = workbench()
  await bench.ask()
  bench.memory.noteIndeterminate()
  expect(await bench.ask()).toBeUndefined()
  bench.clock.now += 60_000
  bench.whileLoading = async () => {
    bench.whileLoading = async () => {}
    bench.memory.noteIndeterminate()
  }
  expect(await bench.ask()).toBeUndefined()
  bench.clock.now += 60_000
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(3)
})

it('days grow old, so that changes without a notification become visible', async () => {
  const bench = workbench()
  await bench.ask()
  bench.clock.now += MAX_AGE_MS
  await bench.ask()
  expect(bench.loads).toHaveLength(1)
  bench.clock.now += 1
  await bench.ask()
  expect(bench.loads).toHaveLength(2)
})

it('of many series nothing is loaded until they are asked for again, and then nobody waits', async () => {
  const bench = workbench()
  const many = { things: range(20) }
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

it('one load of many runs at a time, and then rests', async () => {
  const bench = workbench()
  const ask = (organization: number) => bench.ask({ organization, things: range(20) })
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

it('what could not be loaded is left to the store for a while', async () => {
  const bench = workbench()
  const many = { things: range(20) }
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

it('what is too much while somebody waits is loaded once it is asked for again', async () => {
  const bench = workbench()
  bench.write(1, 10)
  const failsOfFew = async () => {
    if (bench.loads.at(-1)?.isFew) throw new Error('too many')
  }
  bench.whileLoading = failsOfFew
  for (let turn = 0; turn < 2; turn += 1) expect(await bench.ask()).toBeUndefined()
  await bench.memory.idle()
  expect(await bench.ask()).toEqual([10])
  expect(bench.loads.map(({ isFew }) => isFew)).toEqual([true, true, false])
})

it('questions of very many series and days are left to the store', async () => {
  const bench = workbench()
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await bench.ask({ things: range(100), days: range(50) })).toBeUndefined()
  }
  expect(bench.loads).toEqual([])
  expect(bench.memory.counts()).toMatchObject({ bytes: 0, left: 3 })
})

it('of a thing that gets very many samples at once all is loaded again', async () => {
  const bench = workbench()
  const writeMany = (thing: number) => {
    const write = writeOf(thing, 1n, (samples) => {
      for (let i = 0; i < 20_001; i += 1) samples.push(1, i, i)
    })
    bench.memory.written([write])
  }
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

it('those who ask for the same wait for one load', async () => {
  const bench = workbench()
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

it('the organization that has most gives up what it used least recently', async () => {
  const bench = workbench({ maxBytes: 40_000 })
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

it('what grows by writes is given up, too, and its bytes are counted', async () => {
  const bench = workbench({ maxBytes: 20_000 })
  await bench.ask({ days: [0, 1] })
  for (let i = 0; i < 2000; i += 1) bench.write(i / 100, i)
  expect(bench.memory.counts().bytes).toBeLessThan(20_000)
  const days = { days: [dayOf(startOfDay(1))] }
  const { known } = bench.memory.counts()
  await bench.ask(days)
  bench.memory.forgetAll()
  expect(bench.memory.counts()).toMatchObject({ bytes: 0, known: known + 1 })
})
