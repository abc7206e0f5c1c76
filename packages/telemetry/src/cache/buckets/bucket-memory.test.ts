import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BUCKETS, questionOf, valuesIn, workbench, writeTo } from '../../testing/bucket-table.ts'

it('the cache reads each bucket once', async () => {
  const bench = workbench()
  await bench.ask({ from: 2, to: 6 })
  expect(await bench.ask({ from: 2, to: 6 })).toEqual([0, 0, 0, 0])
  expect(await bench.ask({ from: 3, to: 5 }, { order: 'desc' })).toEqual([0, 0])
  await bench.ask({ from: 1, to: 8 })
  await bench.ask({ from: 0, to: 9 })
  expect(bench.asked).toEqual(['2-6', '1-2 6-8', '0-1 8-9'])
  expect(bench.memory.counts()).toMatchObject({ known: 2, partly: 2, unknown: 1 })
})

it('the cache returns buckets in the requested order', async () => {
  const bench = workbench()
  for (const bucket of [1, 2, 2]) bench.write(bucket)
  await bench.ask({ from: 0, to: 2 })
  expect(await bench.ask({ from: 0, to: 4 }, { order: 'desc' })).toEqual([0, 2, 1, 0])
})

it('the cache returns copies: changing one answer changes no other', async () => {
  const bench = workbench()
  const { memory, tableOf } = bench
  const question = questionOf()
  const read = memory.through(question, async (buckets) => tableOf(buckets, question))
  for (let turn = 0; turn < 3; turn += 1) {
    const values = valuesIn(await read({ from: 0, to: 2 }, 'asc')) as unknown[]
    expect(values).toEqual([0, 0])
    // Serializing an answer empties it like this.
    values.length = 0
  }
})

it('the cache copies once what was read whole', async () => {
  const { memory, tableOf } = workbench()
  const question = questionOf()
  const found = tableOf([{ from: 0, to: 2 }], question)
  const read = memory.through(question, async () => found)
  expect(await read({ from: 0, to: 2 }, 'asc')).toBe(found)
  expect(await read({ from: 0, to: 2 }, 'asc')).not.toBe(found)
})

it('a bucket cut by the range is read each time and never cached', async () => {
  const bench = workbench()
  const cut = () => bench.ask({ from: 2, to: 8 }, { whole: { from: 3, to: 7 } })
  expect(await cut()).toEqual([-100, 0, 0, 0, 0, -100])
  await cut()
  expect(await bench.ask({ from: 2, to: 8 })).toEqual([0, 0, 0, 0, 0, 0])
  expect(await cut()).toEqual([-100, 0, 0, 0, 0, -100])
  expect(await bench.ask({ from: 2, to: 8 })).toEqual([0, 0, 0, 0, 0, 0])
  expect(bench.asked).toEqual(['2-8', '2-3 7-8', '2-3 7-8', '2-3 7-8'])
})

it('reading only cut buckets leaves the cached buckets in place', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 9 })
  await bench.ask({ from: 3, to: 6 }, { whole: { from: 4, to: 5 } })
  await bench.ask({ from: 0, to: 9 })
  expect(bench.asked).toEqual(['0-9', '3-4 5-6'])
})

it('drops buckets that a moving range has left', async () => {
  const bench = workbench()
  for (let from = 0; from < 6; from += 1) await bench.ask({ from, to: from + 4 })
  expect(bench.asked).toEqual(['0-4', '4-5', '5-6', '6-7', '7-8', '8-9'])
  await bench.ask({ from: 0, to: 4 })
  expect(bench.asked.at(-1)).toBe('0-4')
})

it('a request for more buckets than one read returns is not cached', async () => {
  const bench = workbench()
  for (let turn = 0; turn < 2; turn += 1) await bench.ask({ from: 0, to: 4 }, { most: 3 })
  expect(bench.asked).toEqual(['0-4', '0-4'])
})

it('the cache evicts the least recently requested buckets when it is full', async () => {
  const bench = workbench({ maxBytes: 5000 })
  for (const key of ['a', 'b', 'a', 'c', 'a']) await bench.ask({ from: 0, to: 8 }, { key })
  expect(bench.asked).toHaveLength(3)
  await bench.ask({ from: 0, to: 8 }, { key: 'b' })
  expect(bench.asked).toHaveLength(4)
  expect(bench.memory.counts().bytes).toBeLessThanOrEqual(5000)
})

it('string values count by their length towards the size limit', async () => {
  const { memory } = workbench({ maxBytes: 5000 })
  const bytesWith = async (key: string, text: string) => {
    // A metric whose type was changed has values of both types.
    const table = { positions: [0, 1], columns: [{ id: 'a', values: [7, text] }] }
    const before = memory.counts().bytes
    await memory.through(questionOf({ key }), async () => table)({ from: 0, to: 2 }, 'asc')
    return memory.counts().bytes - before
  }
  const short = await bytesWith('a', 'open')
  expect(await bytesWith('b', 'open'.repeat(100))).toBe(short + 396)
  expect(await bytesWith('c', 'open'.repeat(1000))).toBe(0)
})

it('concurrent requests share a read, and each reads only the buckets it lacks', async () => {
  const bench = workbench()
  const first = bench.ask({ from: 0, to: 4 })
  const same = bench.ask({ from: 0, to: 4 })
  const more = bench.ask({ from: 2, to: 6 })
  const none = [0, 0, 0, 0]
  expect(await Promise.all([first, same, more])).toEqual([none, none, none])
  expect(bench.asked).toEqual(['0-4', '4-6'])
})

it('a request that waited for a failed read retries the read itself', async () => {
  const bench = workbench()
  const failing = bench.memory.through(questionOf(), () => Promise.reject(new Error('away')))
  const failed = failing({ from: 0, to: 4 }, 'asc').catch(({ message }) => message)
  expect(await bench.ask({ from: 0, to: 4 })).toEqual([0, 0, 0, 0])
  expect(await failed).toBe('away')
})

it('a failed read leaves the cache unchanged', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 4 })
  const failing = bench.memory.through(questionOf(), () => Promise.reject(new Error('away')))
  await expect(failing({ from: 0, to: 6 }, 'asc')).rejects.toThrow('away')
  await bench.ask({ from: 0, to: 4 })
  expect(bench.asked).toEqual(['0-4'])
})

it('under concurrency an answer contains every write acknowledged before the request', async () => {
  const span = fc
    .tuple(fc.nat(BUCKETS - 1), fc.integer({ min: 1, max: 6 }))
    .map(([from, width]) => ({ from, to: Math.min(BUCKETS, from + width) }))
  const action = fc.oneof(
    { weight: 2, arbitrary: fc.record({ ask: span }) },
    { weight: 1, arbitrary: fc.record({ write: fc.nat(BUCKETS - 1) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(action, { maxLength: 12 }), async (s, actions) => {
      const { memory, table, tableOf } = workbench()
      const acknowledged = table.slice()
      const act = async (one: (typeof actions)[number]) => {
        await s.schedule(Promise.resolve())
        if ('write' in one) {
          table[one.write] = (table[one.write] ?? 0) + 1
          const now = table[one.write] ?? 0
          await s.schedule(Promise.resolve())
          memory.written([writeTo(one.write)])
          acknowledged[one.write] = Math.max(acknowledged[one.write] ?? 0, now)
          return
        }
        const before = acknowledged.slice()
        const question = questionOf()
        const read = memory.through(question, async (buckets) => {
          await s.schedule(Promise.resolve())
          const found = tableOf(buckets, question)
          await s.schedule(Promise.resolve())
          return found
        })
        const answer = await read(one.ask, 'asc')
        const [positions, values] = [answer.positions, valuesIn(answer)]
        expect(positions).toEqual(table.map((_, at) => at).slice(one.ask.from, one.ask.to))
        for (const [at, bucket] of positions.entries()) {
          expect(values[at]).toBeGreaterThanOrEqual(before[bucket] ?? 0)
          expect(values[at]).toBeLessThanOrEqual(table[bucket] ?? 0)
        }
      }
      await s.waitFor(Promise.all(actions.map(act)))
    }),
    { numRuns: 300, seed: 11 },
  )
})
