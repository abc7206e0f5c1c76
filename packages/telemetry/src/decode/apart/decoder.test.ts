import { JsonBody } from '@sluice/runtime'
import { afterEach, expect, test, vi } from 'vitest'
import { ingest } from '../../ingest.ts'
import { ingestThings, type ThingsCall } from '../../ingest-things.ts'
import {
  decoders,
  fleet,
  found,
  memoryStore,
  now,
  organization,
  send,
} from '../../testing/things-call.ts'
import { Decoder } from './decoder.ts'

const second = (row: number) => now.getTime() - 86_400_000 + row * 1000
const jsonOf = (body: unknown) => new JsonBody(Buffer.from(JSON.stringify(body)))

afterEach(() => void vi.useRealTimers())

/** Columns of a truck: every third row has no text. */
function tableOf(rows: number) {
  const each = Array.from({ length: rows }, (_, row) => row)
  return {
    timestamps: each.map(second),
    values: {
      state: each.map((row) => (row % 3 === 0 ? null : `state ${row % 7}`)),
      temperature: each.map((row) => row % 50),
    },
  }
}

// Each of these needs several messages: for things, rows, texts or kinds.
test.each([
  ['a thousand things of a few samples', 1000, 8],
  ['things of many samples', 40, 5000],
])('decoding on the thread gives the same result as decoding here: %s', async (_, things, rows) => {
  const table = tableOf(rows)
  const body = jsonOf({
    things: Array.from({ length: things }, (_, i) => ({ thingId: `new-${i}`, ...table })),
  })
  const { answer, written } = await send({ form: 'columns', body })
  expect(answer.accepted).toBe(written.length)
  expect(written.length).toBe(things * (rows + rows - Math.ceil(rows / 3)))
})

test('checks each thing against its own type, even with very many types', async () => {
  const frames = Array.from({ length: 60 }, (_, i) => {
    return { thingId: `wide-${i}`, timestamp: second(i), values: { [`m${i}`]: i, m100: 1 } }
  })
  const { answer, written } = await send({ form: 'frames', body: jsonOf({ frames }) })
  expect(answer).toMatchObject({ accepted: 60, rejected: 60 })
  expect(written.map(({ value }) => value)).toEqual(frames.map((_, i) => i))
})

test('decodes a long body of one thing the same way', async () => {
  const thing = fleet.get('truck-1')
  if (!thing) throw new Error('There is no truck.')
  const body = () => jsonOf(tableOf(80_000))
  const written = async (decoder: (typeof decoders)[keyof typeof decoders]) => {
    const store = memoryStore()
    const call = { form: 'columns', body: body(), onError: 'fail', now } as const
    const { accepted } = await ingest({ store, decoder }, thing, call)
    expect(accepted).toBe(store.written.length)
    return store.written.toSorted((a, b) => a.metric - b.metric)
  }
  expect(await written(decoders.apart)).toEqual(await written(decoders.here))
})

test('leaves a body that is part of a larger buffer unchanged', async () => {
  const text = JSON.stringify({ timestamp: second(0), values: { temperature: 21 } })
  const memory = Buffer.from(`${text}and more`)
  const body = new JsonBody(memory.subarray(0, text.length))
  const thing = fleet.get('truck-1')
  if (!thing) throw new Error('There is no truck.')
  const store = memoryStore()
  const call = { form: 'frames', body, onError: 'fail', now } as const
  await ingest({ store, decoder: decoders.apart }, thing, call)
  expect(store.written).toMatchObject([{ metric: 1, value: 21 }])
})

/** A short body about one thing of an organization, whose lookup waits. */
function sendFrame(decoder: Decoder, from: number, wait: () => Promise<unknown>) {
  const store = memoryStore()
  const frames = [{ thingId: 'truck-1', timestamp: second(0), values: { temperature: 1 } }]
  const call: ThingsCall = {
    ...{ form: 'frames', organization: from, onError: 'fail', now, body: jsonOf({ frames }) },
    async find(ids) {
      await wait()
      return new Map(ids.map((id) => [id, found(id)]))
    },
    create: () => Promise.reject(new Error('Nothing is to be created.')),
  }
  return { answer: ingestThings({ store, decoder }, call), written: store.written }
}

test('rejects the call in flight when the thread ends, and decodes the next body', async () => {
  const decoder = new Decoder(0)
  const { answer, written } = sendFrame(decoder, organization, () => decoder.close())
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' })
  expect(written).toEqual([])
  expect(await sendFrame(decoder, organization, async () => {}).answer).toMatchObject({
    accepted: 1,
  })
  await decoder.close()
})

/** Sends a body whose lookup has begun and ends when told to. */
async function sendSlowly(decoder: Decoder, from: number) {
  const begun = Promise.withResolvers<void>()
  const lookup = Promise.withResolvers<void>()
  const { answer } = sendFrame(decoder, from, () => {
    begun.resolve()
    return lookup.promise
  })
  await begun.promise
  return { answer, end: lookup.resolve }
}

test('slow lookups keep no other organization waiting for a thread', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const decoder = new Decoder(0)
  const slow = [await sendSlowly(decoder, 1), await sendSlowly(decoder, 2)]
  const refused = slow.map(({ answer }) =>
    expect(answer).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 }),
  )
  const { answer } = sendFrame(decoder, 3, async () => {})
  vi.advanceTimersByTime(1000)
  await Promise.all(refused)
  expect(await answer).toMatchObject({ accepted: 1 })
  await decoder.close()
})

test('a slow lookup may take its time while no other organization waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const decoder = new Decoder(0)
  const slow = await sendSlowly(decoder, 1)
  const next = sendFrame(decoder, 1, async () => {})
  vi.advanceTimersByTime(5000)
  slow.end()
  expect(await slow.answer).toMatchObject({ accepted: 1 })
  expect(await next.answer).toMatchObject({ accepted: 1 })
  await decoder.close()
})
