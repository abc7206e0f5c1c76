import { expect, it } from 'vitest'
import { writeOf } from '../blocks/block-fixture.ts'
import { MAX_AGE_MS } from '../remembering.ts'
import type { SampleRow } from './bucket.ts'
import { type EndQuestion, rememberEnds } from './end-memory.ts'

const ORGANIZATION = 5
const WIDTH = 10
const question: EndQuestion = {
  ...{ key: 'q', organization: ORGANIZATION, things: [7, 8], metrics: [1] },
  startOf: (bucket) => bucket * WIDTH,
}

/** A table of a few things, of which a sample's value is that of its last write. The question was asked once. */
async function workbench(options: Parameters<typeof rememberEnds>[0] & { most?: number } = {}) {
  const clock = { now: 1 }
  const { most = 100, ...rest } = options
  const memory = rememberEnds({ monotonic: () => clock.now, ...rest })
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
      return rows.length > most ? undefined : rows
    },
    /** Of each bucket the values of the things' metric, in the order of things and times. */
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

it('of what is asked for the first time nothing is read', async () => {
  const memory = rememberEnds()
  const samplesOf = memory.through(question, () => Promise.reject(new Error('read')))
  expect(await samplesOf([0])).toBeUndefined()
  await expect(samplesOf([0])).rejects.toThrow('read')
})

it('reads a bucket once, and of several those that it does not know', async () => {
  const bench = await workbench()
  bench.write(3, 1)
  bench.write(12, 2)
  expect(await bench.ask(0)).toEqual([[1]])
  expect(await bench.ask(0, 1, 2)).toEqual([[1], [2], []])
  expect(await bench.ask(2, 0)).toEqual([[], [1]])
  expect(bench.asked).toEqual(['0', '1 2'])
  expect(bench.memory.counts()).toMatchObject({ buckets: 3 })
})

it('adds what is later than all others of its series, numbers and texts', async () => {
  const bench = await workbench()
  bench.write(3, 1)
  bench.write(9, 5, { thing: 8 })
  await bench.ask(0, 1)
  bench.write(4, 'on')
  bench.write(12, -0)
  expect(await bench.ask(0, 1)).toEqual([[1, 'on', 5], [-0]])
  expect(bench.asked).toEqual(['0 1'])
})

it.each([
  ['of the same time', 5],
  ['earlier', 4],
])('a sample %s has its bucket read again, and no other', async (_, time) => {
  const bench = await workbench()
  bench.write(5, 1)
  await bench.ask(0, 1)
  bench.write(time, 2)
  await bench.ask(0, 1)
  expect((await bench.ask(0, 1))?.[0]?.at(time === 5 ? 0 : 1)).toBe(time === 5 ? 2 : 1)
  expect(bench.asked).toEqual(['0 1', '0'])
})

it('a bucket that is written to while it is being read is read again, its neighbour is not', async () => {
  const bench = await workbench()
  bench.whileReading = async () => {
    bench.whileReading = async () => {}
    bench.write(3, 1)
  }
  expect(await bench.ask(0, 1)).toEqual([[], []])
  expect(await bench.ask(0, 1)).toEqual([[1], []])
  expect(bench.asked).toEqual(['0 1', '0'])
})

it('what is written elsewhere changes nothing', async () => {
  const bench = await workbench()
  await bench.ask(0)
  bench.write(3, 1, { thing: 9 })
  bench.write(3, 1, { metric: 2 })
  bench.write(10, 1)
  bench.memory.written([
    { ...writeOf(7, 1n, (samples) => samples.push(1, 4, 1)), organization: ORGANIZATION + 1 },
  ])
  expect(await bench.ask(0)).toEqual([[]])
  expect(bench.asked).toEqual(['0'])
})

it.each([
  ['of one of its things', 'forget'],
  ['of any thing', 'forgetAll'],
] as const)('forgets what was taken away %s, while it is being read, too', async (_, how) => {
  const bench = await workbench()
  const forget = () => bench.memory[how]({ organization: ORGANIZATION, thing: 8 })
  await bench.ask(0)
  forget()
  bench.whileReading = async () => {
    bench.whileReading = async () => {}
    forget()
  }
  await bench.ask(0)
  await bench.ask(0)
  await bench.ask(0)
  expect(bench.asked).toEqual(['0', '0', '0'])
  bench.memory.forget({ organization: ORGANIZATION, thing: 9 })
  await bench.ask(0)
  expect(bench.asked).toHaveLength(3)
})

it('in doubt it remembers nothing, for a minute', async () => {
  const bench = await workbench()
  await bench.ask(0)
  bench.memory.doubt()
  await bench.ask(0)
  await bench.ask(0)
  bench.clock.now += 60_000
  await bench.ask(0)
  await bench.ask(0)
  expect(bench.asked).toEqual(['0', '0', '0', '0'])
})

it('reads again after ten minutes what nobody may have told of', async () => {
  const bench = await workbench()
  await bench.ask(0)
  bench.clock.now += MAX_AGE_MS / 2
  await bench.ask(0, 1)
  bench.clock.now += MAX_AGE_MS / 2 + 1
  await bench.ask(0, 1)
  expect(bench.asked).toEqual(['0', '1', '0'])
})

it('buckets that a moving range left behind are let go of', async () => {
  const bench = await workbench()
  for (let bucket = 0; bucket < 40; bucket += 1) {
    await bench.ask(bucket)
    bench.clock.now += MAX_AGE_MS / 10
  }
  expect(bench.memory.counts().buckets).toBeLessThan(12)
})

it('of too many samples it says so, and does not look again for a while', async () => {
  const bench = await workbench({ most: 2 })
  for (const time of [1, 2, 3]) bench.write(time, time)
  expect(await bench.ask(0)).toBeUndefined()
  expect(await bench.ask(0)).toBeUndefined()
  expect(bench.asked).toEqual(['0'])
  bench.clock.now += MAX_AGE_MS + 1
  expect(await bench.ask(1)).toBeUndefined()
  expect(await bench.ask(1)).toEqual([[]])
})

it('is bounded: what was used longest ago goes first, also when others grow', async () => {
  const bench = await workbench({ maxBytes: 4000 })
  for (const bucket of [0, 1, 0]) await bench.ask(bucket)
  bench.write(3, 'a long text of a state, '.repeat(30))
  expect(bench.memory.counts()).toMatchObject({ buckets: 1 })
  await bench.ask(0, 1)
  expect(bench.asked).toEqual(['0', '1', '1'])
  expect(bench.memory.counts().bytes).toBeLessThan(4000)
})

it('a bucket that is too large for it is answered, and not kept', async () => {
  const bench = await workbench({ maxBytes: 2000 })
  bench.write(3, 'a long text of a state, '.repeat(30))
  for (let turn = 0; turn < 2; turn += 1) expect((await bench.ask(0))?.[0]).toHaveLength(1)
  expect(bench.asked).toEqual(['0', '0'])
  expect(bench.memory.counts()).toEqual({ buckets: 0, bytes: 0 })
})

it('who asks while a bucket is being read waits for it', async () => {
  const bench = await workbench()
  const { promise, resolve } = Promise.withResolvers<void>()
  bench.whileReading = () => promise
  const answers = Promise.all([bench.ask(0), bench.ask(0)])
  resolve()
  expect(await answers).toEqual([[[]], [[]]])
  expect(bench.asked).toEqual(['0'])
})

it('a reading that fails is told, and the next one reads', async () => {
  const bench = await workbench()
  bench.whileReading = () => Promise.reject(new Error('gone'))
  await expect(bench.ask(0)).rejects.toThrow('gone')
  bench.whileReading = async () => {}
  bench.write(3, 1)
  expect(await bench.ask(0)).toEqual([[1]])
  expect(bench.asked).toEqual(['0', '0'])
})
