import { deepStrictEqual } from 'node:assert/strict'
import { JsonBody, Problem } from '@sluice/runtime'
import { type Table, tableToIPC } from '@uwdata/flechette'
import { Decoder } from '../decode/apart/decoder.ts'
import type { FoundThing } from '../decode/things/parts.ts'
import { ingestThings, type ThingsCall } from '../ingest-things.ts'
import type { MeasuredThing, MeasuredType } from '../measured-thing.ts'
import type { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { metricOf, thingOf } from './things.ts'

/** For tests: a small fleet, and calls about many of its things over a store in memory. */
export const now = new Date('2026-02-01T00:00:00Z')
export const organization = 5

const truckMetrics = [
  metricOf('temperature', 'number', 1, { min: -40, max: 60 }),
  metricOf('door', 'boolean', 2),
  metricOf('state', 'string', 3),
]
const meterMetrics = [
  metricOf('power', 'number', 4, { required: true }),
  metricOf('temperature', 'integer', 1),
]

const of = (thing: number, traits: Partial<MeasuredThing>) =>
  thingOf([], { numbers: { organization, thing }, ...traits })

/** Two types define `temperature` differently, and one of them ignores unknown metrics. */
export const fleet = new Map<string, MeasuredThing>([
  ['truck-1', of(1, { thingTypeId: 'truck', metrics: truckMetrics })],
  ['truck-2', of(2, { thingTypeId: 'truck', metrics: truckMetrics })],
  ['meter-1', of(3, { thingTypeId: 'meter', metrics: meterMetrics, unknownMetrics: 'ignore' })],
])

/** Types with many metrics, one of which differs. */
const wide: ReadonlyMap<string, MeasuredType> = new Map(
  Array.from({ length: 60 }, (_, i) => {
    const keys = Array.from({ length: 100 }, (_, metric) =>
      metric === 99 ? `m${i}` : `x${metric}`,
    )
    const metrics = keys.map((key, metric) => metricOf(key, 'number', metric + 1))
    return [`wide-${i}`, { thingTypeId: `wide-${i}`, metrics, unknownMetrics: 'reject' }] as const
  }),
)

export interface Sample {
  readonly thing: number
  readonly metric: number
  readonly micros: number
  readonly value: unknown
}

/** A store that keeps writes in order. */
export function memoryStore() {
  const written: Sample[] = []
  return {
    written,
    async write({ thing }: { readonly thing: number }, samples: SampleBuffer) {
      for (let row = 0; row < samples.rows; row++) {
        const value = samples.textAt(row) ?? samples.numbers[row]
        written.push({
          thing,
          metric: samples.metrics[row] ?? 0,
          micros: samples.timeAt(row),
          value,
        })
      }
    },
  }
}

export function found(id: string): FoundThing {
  const thing = fleet.get(id)
  if (thing) return { thing }
  if (id === 'secret') return { refusal: 'scope-missing', detail: 'This needs a scope.' }
  const own = wide.get(id)
  if (own) return { missing: own }
  if (id.startsWith('new-')) {
    return { missing: { thingTypeId: 'truck', metrics: truckMetrics, unknownMetrics: 'reject' } }
  }
  return { refusal: 'not-found', detail: 'is not a thing that this caller may read' }
}

export type Sent = Pick<ThingsCall, 'form' | 'body' | 'lines' | 'series'> &
  Partial<Pick<ThingsCall, 'onError'>>

/** One that decodes nothing, and one that decodes every body of bytes on its thread. */
export const decoders = {
  here: new Decoder(Number.POSITIVE_INFINITY),
  apart: new Decoder(0),
} as const

/** Sends a call, and a copy of it to be decoded on the thread. Both must have the same result. */
export async function send(sent: Sent) {
  const copy = { ...sent, body: copyOf(sent.body) }
  const here = await sendBy(decoders.here, sent).catch(problemIn)
  const apart = await sendBy(decoders.apart, copy).catch(problemIn)
  deepStrictEqual(plainly(apart), plainly(here))
  if (here instanceof Problem) throw here
  return here
}

function copyOf(body: unknown): unknown {
  if (body instanceof JsonBody) return new JsonBody(Buffer.from(body.bytes))
  return body instanceof Uint8Array ? Buffer.from(body) : body
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** The result of a call without the order of metrics: long bodies are sorted by metric. */
function plainly(came: Came | Problem) {
  if (came instanceof Problem) return { code: came.code, detail: came.detail, errors: came.errors }
  const byMetric = (a: Sample, b: Sample) => a.thing - b.thing || a.metric - b.metric
  return { ...came, written: came.written.toSorted(byMetric) }
}

type Came = Awaited<ReturnType<typeof sendBy>>

async function sendBy(decoder: Decoder, { onError = 'skip', ...sent }: Sent) {
  const store = memoryStore()
  const created: string[] = []
  const answer = await ingestThings(
    { store, decoder },
    {
      ...{ ...sent, organization, onError, now },
      find: async (ids) => new Map(ids.map((id) => [id, found(id)])),
      async create(ids) {
        created.push(...ids)
        const numbered = ids.map((id, i) => {
          return [id, { numbers: { organization, thing: 100 + i }, isNew: true }] as const
        })
        return new Map(numbered)
      },
    },
  )
  return { answer, created, written: store.written }
}

/** A table as an Arrow IPC stream. */
export function streamOf(table: Table): Buffer {
  const bytes = tableToIPC(table, { format: 'stream' })
  if (bytes === null) throw new Error('The table came to nothing.')
  return Buffer.from(bytes)
}
