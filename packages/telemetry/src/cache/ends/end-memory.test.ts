import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { AGGREGATES_AGE_MS } from '../remembering.ts'
import type { SampleRow } from './bucket.ts'
import { rememberEnds } from './end-memory.ts'
import type { EndQuestion } from './end-question.ts'

const ORGANIZATION = 5
const WIDTH = 10
const question: EndQuestion = {
  ...{ key: 'q', organization: ORGANIZATION, things: [7, 8], metrics: [1] },
  startOf: (bucket) => bucket * WIDTH,
}

/** A table in which the last write of a sample counts. The query was made once already. */
async function workbench(options: Parameters<typeof rememberEnds>[0] = {}) {
  const clock = { now: 1 }
  const memory = rememberEnds({ monotonic: () => clock.now, ...options })
  const table = new Map<string, SampleRow>()
  const asked: string[] = []
  const bench = {
    ...{ memory, clock, asked },
    /** Called while buckets are being read. */
    async whileReading() {},
    write(time: number, value: number | string, { thing = 7, metric = 1 } = {}) {
      const isText = typeof value === 'string'
      const row = [time, thing, metric, isText ? null : value, isText ? value : ''] as const
      table.set(`${time} ${thing} ${metric}`, [...row])
      memory.written([writeOf(thing, 1n, (samples) => samples.push(metric, time, value))])
    },
    async read(buckets: readonly number[]) {
      asked.push(buckets.join(' '))
      const rows = [...table.values()]
        .filter(([time]) => buckets.includes(Math.floor(time / WIDTH)))
        .sort((a, b) => a[1] - b[1] || a[2] - b[2] || a[0] - b[0])
      await bench.whileReading()
      return rows
    },
    /** For each bucket the values of the metric, ordered by thing and time. */
    async ask(...buckets: number[]) {
      const found = await memory.through(question, bench.read)(buckets)
      return (
        found &&
        buckets.map((bucket) =>
          [...(found.get(bucket) ?? [])].flatMap(([, metrics]) => {
            const run = metrics.get(1)
            return run?.numbers.map((number, i) => (Number.isNaN(number) ? run.texts[i] : number))
          }),
        )
      )
    },
  }
  await bench.ask()
  return bench
}

it('a query that is new, or was not repeated lately, is left to the store', async () => {
  const bench = await workbench()
  expect(bench.asked).toEqual([])
  expect(await bench.ask(0)).toEqual([[]])
  bench.clock.now += AGGREGATES_AGE_MS + 1
  expect(await bench.ask(0)).toBeUndefined()
  expect(bench.asked).toEqual(['0'])
  expect(bench.memory.counts()).toMatchObject({ known: 0, read: 1, left: 2 })
})

it('each bucket is read once, and only missing buckets are read', async () => {
  const bench = await workbench()
  bench.write(3, 1)
  bench.write(12, 2)
  expect(await bench.ask(0)).toEqual([[1]])
  expect(await bench.ask(0, 1, 2)).toEqual([[1], [2], []])
  expect(await bench.ask(2, 0)).toEqual([[], [1]])
  expect(bench.asked).toEqual(['0', '1 2'])
  expect(bench.memory.counts()).toMatchObject({ buckets: 3, known: 1, read: 2 })
})

it('cached buckets include later writes, late writes and corrections', async () => {
  const bench = await workbench()
  bench.write(5, 1)
  bench.write(9, 5, { thing: 8 })
  await bench.ask(0, 1)
  bench.write(6, 'on')
  bench.write(12, -0)
  bench.write(4, 2)
  expect(await bench.ask(0, 1)).toEqual([[2, 1, 'on', 5], [-0]])
  bench.write(5, 3)
  bench.write(6, 4)
  bench.write(4, 'off')
  expect(await bench.ask(0, 1)).toEqual([['off', 3, 4, 5], [-0]])
  expect(bench.asked).toEqual(['0 1'])
})

it('writes during a read override the rows read, even after their samples are freed', async () => {
  const bench = await workbench()
  bench.write(3, 1)
  bench.whileReading = async () => {
    for (const [time, value] of [
      [2, 6],
      [3, 7],
      [3, 8],
      [14, 9],
    ] as const) {
      const write = writeOf(7, 1n, (samples) => samples.push(1, time, value))
      bench.memory.written([write])
      write.samples.free()
    }
  }
  expect(await bench.ask(0, 1)).toEqual([[6, 8], [9]])
  expect(await bench.ask(0, 1)).toEqual([[6, 8], [9]])
  expect(bench.asked).toEqual(['0 1'])
})

it('a write outside the cached buckets changes none of them', async () => {
  const bench = await workbench()
  await bench.ask(0)
  const { bytes } = bench.memory.counts()
  bench.write(3, 1, { thing: 9 })
  bench.write(3, 1, { metric: 2 })
  bench.write(10, 1)
  bench.memory.written([
    { ...writeOf(7, 1n, (samples) => samples.push(1, 4, 1)), organization: ORGANIZATION + 1 },
  ])
  expect(await bench.ask(0)).toEqual([[]])
  expect(bench.asked).toEqual(['0'])
  expect(bench.memory.counts()).toMatchObject({ bytes })
})

it('a very large write makes the buckets it touches be read again', async () => {
  const bench = await workbench()
  await bench.ask(0, 1)
  const write = writeOf(7, 1n, (samples) => {
    for (let i = 0; i < 2001; i += 1) samples.push(2, i / 1000, i)
  })
  bench.memory.written([write])
  await bench.ask(0, 1)
  expect(bench.asked).toEqual(['0 1', '0'])
})

it.each([
  ['one of the things', 'forget'],
  ['any thing', 'forgetAll'],
] as const)(
  'erasing samples of %s evicts the buckets, even while they are read',
  async (_, how) => {
    const bench = await workbench()
    const forget = () => bench.memory[how]({ organization: ORGANIZATION, thing: 8 })
    await bench.ask(0)
    await bench.ask(0)
    forget()
    bench.whileReading = async () => {
      bench.whileReading = async () => {}
      forget()
    }
    await bench.ask(0)
    await bench.ask(0)
    expect(bench.asked).toEqual(['0', '0', '0'])
    bench.memory.forget({ organization: ORGANIZATION, thing: 9 })
    expect(await bench.ask(0)).toEqual([[]])
    expect(bench.asked).toHaveLength(3)
  },
)

it('an indeterminate write clears the cache and bypasses it for a minute', async () => {
  const bench = await workbench()
  await bench.ask(0)
  bench.memory.noteIndeterminate()
  expect(await bench.ask(0)).toBeUndefined()
  bench.clock.now += 60_000
  expect(await bench.ask(0)).toEqual([[]])
  expect(bench.asked).toEqual(['0', '0'])
})

it('a bucket read while a write becomes indeterminate is not cached', async () => {
  const bench = await workbench()
  bench.whileReading = async () => {
    bench.whileReading = async () => {}
    bench.memory.noteIndeterminate()
  }
  await bench.ask(0)
  bench.clock.now += 60_000
  await bench.ask(0)
  expect(bench.asked).toEqual(['0', '0'])
})

it('cached buckets expire, so that changes without a notification become visible', async () => {
  const bench = await workbench()
  await bench.ask(0)
  bench.clock.now += AGGREGATES_AGE_MS / 2
  await bench.ask(0, 1)
  bench.clock.now += AGGREGATES_AGE_MS / 2 + 1
  await bench.ask(0, 1)
  expect(bench.asked).toEqual(['0', '1', '0'])
})

it('buckets left behind by a moving range are evicted', async () => {
  const bench = await workbench()
  for (let bucket = 0; bucket < 40; bucket += 1) {
    for (let turn = 0; turn < 2; turn += 1) await bench.ask(bucket)
    bench.clock.now += AGGREGATES_AGE_MS / 10
  }
  expect(bench.memory.counts().buckets).toBeLessThan(12)
  expect(bench.asked).toHaveLength(40)
})

it('a query that never hits the cache is left to the store for a while', async () => {
  const bench = await workbench()
  for (let bucket = 0; bucket < 6; bucket += 1) await bench.ask(bucket)
  expect(bench.asked).toEqual(['0', '1', '2'])
  bench.clock.now += AGGREGATES_AGE_MS + 1
  expect(await bench.ask(7)).toBeUndefined()
  expect(await bench.ask(7)).toEqual([[]])
})

it('after a failed read, the query is left to the store for a while', async () => {
  const bench = await workbench()
  bench.whileReading = () => Promise.reject(new Error('too many'))
  for (let turn = 0; turn < 3; turn += 1) expect(await bench.ask(0)).toBeUndefined()
  expect(bench.asked).toEqual(['0'])
})

it.each([
  ['samples', { mostSamples: 2 }],
  ['bytes', { maxBytes: 8000 }],
])('a bucket of too many %s is evicted and left to the store', async (_, options) => {
  const bench = await workbench(options)
  const text = 'a long text of a state, '.repeat(10)
  bench.write(1, text)
  bench.write(2, text)
  await bench.ask(0)
  await bench.ask(0)
  expect(bench.asked).toEqual(['0'])
  bench.write(3, text)
  expect(bench.memory.counts()).toMatchObject({ buckets: 0, bytes: 0 })
  expect(await bench.ask(0)).toBeUndefined()
  bench.clock.now += AGGREGATES_AGE_MS + 1
  await bench.ask(0)
  for (let turn = 0; turn < 3; turn += 1) expect(await bench.ask(0)).toBeUndefined()
  expect(bench.asked).toEqual(['0', '0'])
})

it('the cache evicts the least recently used bucket, also when another bucket grows', async () => {
  const bench = await workbench({ maxBytes: 16_000 })
  for (let bucket = 0; bucket < 9; bucket += 1) {
    for (let turn = 0; turn < 2; turn += 1) await bench.ask(bucket)
  }
  await bench.ask(0)
  expect(bench.memory.counts()).toMatchObject({ buckets: 9 })
  for (const time of [3, 23, 33]) bench.write(time, 'a text')
  expect(bench.memory.counts()).toMatchObject({ buckets: 8 })
  expect(bench.memory.counts().bytes).toBeLessThan(16_000)
  await bench.ask(0, 2, 3, 8)
  expect(bench.asked).toHaveLength(9)
  await bench.ask(1)
  expect(bench.asked).toHaveLength(10)
})

it('a request waits for a pending read only of buckets it needs', async () => {
  const bench = await workbench()
  await bench.ask(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  bench.whileReading = () => promise
  const answers = Promise.all([bench.ask(0), bench.ask(0)])
  expect(await bench.ask(1)).toEqual([[]])
  resolve()
  expect(await answers).toEqual([[[]], [[]]])
  expect(bench.asked).toEqual(['1', '0'])
})

it('a request that waited for a failed read is left to the store', async () => {
  const bench = await workbench()
  const { promise, reject } = Promise.withResolvers<void>()
  bench.whileReading = () => promise
  const answers = Promise.all([bench.ask(0), bench.ask(0), bench.ask(0)])
  reject(new Error('gone'))
  expect(await answers).toEqual([undefined, undefined, undefined])
  expect(bench.asked).toEqual(['0'])
})

it('the byte count includes what an expired bucket has grown by', async () => {
  const bench = await workbench()
  await bench.ask(0)
  const { bytes } = bench.memory.counts()
  bench.clock.now += AGGREGATES_AGE_MS + 1
  bench.write(3, 'a long text of a state')
  for (let turn = 0; turn < 2; turn += 1) await bench.ask(1)
  expect(bench.memory.counts()).toMatchObject({ buckets: 1, bytes })
})

it('a bucket with too many writes during its read is not cached', async () => {
  const bench = await workbench({ mostSamples: 3 })
  bench.whileReading = async () => {
    bench.whileReading = async () => {}
    for (let turn = 0; turn < 5; turn += 1) bench.write(3, turn)
  }
  await bench.ask(0)
  expect(await bench.ask(0)).toEqual([[4]])
  expect(bench.asked).toEqual(['0', '0'])
})
