import { JsonBody } from '@sluice/runtime'
import { bool, dictionary, float64, int64, tableFromArrays, utf8 } from '@uwdata/flechette'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ingest } from '../../ingest.ts'
import {
  decoders,
  fleet,
  memoryStore,
  now,
  type Sample,
  type Sent,
  send,
  streamOf,
} from '../../testing/things-call.ts'

/** Results of separate calls for each thing: the samples, and the numbers accepted and rejected. */
async function oneByOne(
  form: 'frames' | 'columns' | 'arrow',
  bodies: ReadonlyMap<string, unknown>,
) {
  const store = memoryStore()
  const counts = new Map<string, { accepted: number; rejected: number }>()
  for (const [id, body] of bodies) {
    const thing = fleet.get(id)
    if (!thing) continue
    const { accepted, rejected } = await ingest({ store, decoder: decoders.apart }, thing, {
      form,
      body,
      onError: 'skip',
      now,
    })
    counts.set(id, { accepted, rejected })
  }
  return { written: store.written, counts }
}

const sorted = (samples: readonly Sample[]) =>
  samples.map((sample) => JSON.stringify(sample)).sort()

async function expectAlike(
  sent: Sent & { readonly form: 'frames' | 'columns' | 'arrow' },
  bodies: ReadonlyMap<string, unknown>,
) {
  const { answer, written } = await send(sent)
  const expected = await oneByOne(sent.form, bodies)
  expect(sorted(written)).toEqual(sorted(expected.written))
  const counts = answer.things.map(({ thingId, accepted, rejected }) => [
    thingId,
    { accepted, rejected },
  ])
  expect(new Map(counts as [string, object][])).toEqual(expected.counts)
}

const time = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.integer({ min: 0, max: 86_400 }).map((s) => now.getTime() - s * 1000),
  },
  { weight: 1, arbitrary: fc.constantFrom(now.getTime() + 3_600_000, 'yesterday', 1.5) },
)
const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -50, max: 70, noNaN: true }) },
  fc.integer({ min: -50, max: 70 }),
  fc.boolean(),
  fc.constantFrom('open', 'shut'),
)
const values = fc.dictionary(
  fc.constantFrom('temperature', 'door', 'state', 'power', 'colour'),
  value,
  { maxKeys: 4 },
)
const id = fc.constantFrom(...fleet.keys())

describe('a call about many things', () => {
  test('reads frames like separate calls for each thing', async () => {
    const frame = fc.record({ thingId: id, timestamp: time, values })
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 40 }), async (frames) => {
        const bodies = [...Map.groupBy(frames, ({ thingId }) => thingId)].map(([thing, own]) => {
          return [thing, { frames: own.map(({ thingId, ...frame }) => frame) }] as const
        })
        const body = new JsonBody(Buffer.from(JSON.stringify({ frames })))
        await expectAlike({ form: 'frames', body }, new Map(bodies))
      }),
      { numRuns: 150 },
    )
  })

  test('reads columns like separate calls for each thing', async () => {
    const rows = fc.array(fc.tuple(time, values), { minLength: 1, maxLength: 12 })
    const blocks = fc.dictionary(id, rows, { minKeys: 1 })
    await fc.assert(
      fc.asyncProperty(blocks, async (byThing) => {
        const tables = Object.entries(byThing).map(([thing, rows]) => {
          const keys = [...new Set(rows.flatMap(([, values]) => Object.keys(values)))]
          const columns = keys.map((key) => [key, rows.map(([, values]) => values[key] ?? null)])
          const table = {
            timestamps: rows.map(([time]) => time),
            values: Object.fromEntries(columns),
          }
          return [thing, table] as const
        })
        const things = tables.map(([thingId, table]) => ({ thingId, ...table }))
        const body = new JsonBody(Buffer.from(JSON.stringify({ things })))
        await expectAlike({ form: 'columns', body }, new Map(tables))
      }),
      { numRuns: 150 },
    )
  })

  test('reads an Arrow table like separate calls for each thing', async () => {
    const instant = fc.integer({ min: -86_400, max: 700 }).map((s) => now.getTime() + s * 1000)
    const row = fc.record({
      ...{ thingId: id, timestamp: instant },
      temperature: fc.option(fc.double({ min: -50, max: 70, noNaN: true })),
      door: fc.option(fc.boolean()),
      state: fc.option(fc.constantFrom('open', 'shut')),
      power: fc.option(fc.integer({ min: 0, max: 9 })),
    })
    type Row = typeof row extends fc.Arbitrary<infer One> ? One : never
    const types = {
      ...{ timestamp: int64(), temperature: float64(), door: bool() },
      ...{ state: dictionary(utf8()), power: float64() },
    }
    const columnsOf = (rows: readonly Row[]) => {
      const names = ['timestamp', 'temperature', 'door', 'state', 'power'] as const
      return Object.fromEntries(names.map((name) => [name, rows.map((one) => one[name])]))
    }
    /** A thing's rows as sent separately, without columns that would be empty. */
    const alone = (rows: readonly Row[]) => {
      const columns = Object.entries(columnsOf(rows)).filter(([, column]) =>
        column.some((one) => one !== null),
      )
      return streamOf(tableFromArrays(Object.fromEntries(columns), { types }))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const columns = { thingId: rows.map(({ thingId }) => thingId), ...columnsOf(rows) }
        const body = streamOf(tableFromArrays(columns, { types: { ...types, thingId: utf8() } }))
        const own = Map.groupBy(rows, ({ thingId }) => thingId)
        const bodies = new Map(Array.from(own, ([thing, rows]) => [thing, alone(rows)] as const))
        await expectAlike({ form: 'arrow', body }, bodies)
      }),
      { numRuns: 150 },
    )
  })
})
