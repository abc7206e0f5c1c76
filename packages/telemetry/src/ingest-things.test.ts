import { ingestLimits } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { bool, dictionary, float64, int64, tableFromArrays, utf8 } from '@uwdata/flechette'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ingestThings, type ThingsCall } from './ingest-things.ts'
import {
  decoders,
  found,
  memoryStore,
  now,
  organization,
  send,
  streamOf,
} from './testing/things-call.ts'

const at = '2026-01-31T12:00:00Z'
const frameOf = (
  thingId: unknown,
  values: object = { temperature: 1 },
  timestamp: unknown = at,
) => ({
  ...{ thingId, timestamp, values },
})

describe('reports a separate result for each thing', () => {
  test('if some are rejected, the good samples of the others are stored', async () => {
    const frames = [
      frameOf('truck-1'),
      frameOf('nobody'),
      frameOf('secret', { temperature: 1, door: true }),
      frameOf('new-1'),
      frameOf('truck-1', { temperature: 99 }),
      frameOf(7),
      frameOf('nobody'),
      'no frame',
    ]
    const { answer, written, created } = await send({ form: 'frames', body: { frames } })
    expect(answer.things).toEqual([
      { thingId: 'truck-1', accepted: 1, rejected: 1, problem: 'invalid-request', created: false },
      { thingId: 'nobody', accepted: 0, rejected: 2, problem: 'not-found', created: false },
      { thingId: 'secret', accepted: 0, rejected: 2, problem: 'scope-missing', created: false },
      { thingId: 'new-1', accepted: 1, rejected: 0, problem: null, created: true },
    ])
    expect(answer).toMatchObject({ accepted: 2, rejected: 7 })
    expect(answer.errors).toEqual([
      { pointer: '/body/frames/5/thingId', detail: 'must be the id of a thing, a string' },
      { pointer: '/body/frames/7', detail: 'must be a frame: {thingId, timestamp, values}' },
      { pointer: '/body/frames/1/thingId', detail: 'is not a thing that this caller may read' },
      { pointer: '/body/frames/2/thingId', detail: 'This needs a scope.' },
      { pointer: '/body/frames/4/values/temperature', detail: 'must be at most 60' },
    ])
    expect(created).toEqual(['new-1'])
    expect(written.map(({ thing }) => thing)).toEqual([1, 100])
  })

  test('a thing whose samples are all bad is not created', async () => {
    const frames = [frameOf('new-1', { temperature: 'warm' }), frameOf('truck-1')]
    const { answer, created } = await send({ form: 'frames', body: { frames } })
    expect(created).toEqual([])
    expect(answer.things[0]).toMatchObject({ thingId: 'new-1', accepted: 0, created: false })
  })

  test('a block of columns that cannot be read is rejected alone', async () => {
    const things = [
      { thingId: 'truck-1', timestamps: [at], values: { temperature: [1, 2], door: [true] } },
      { thingId: 'truck-2', timestamps: [at], values: { temperature: [3] } },
      { thingId: 'truck-1', timestamps: [at], values: { temperature: [4] } },
      { thingId: 'truck-2', timestamps: [at], values: { temperature: [5] } },
    ]
    const { answer, written } = await send({ form: 'columns', body: { things } })
    expect(answer.things).toMatchObject([
      { thingId: 'truck-1', accepted: 1, rejected: 3 },
      { thingId: 'truck-2', accepted: 2, rejected: 0 },
    ])
    expect(answer.errors).toEqual([
      {
        pointer: '/body/things/0/values/temperature',
        detail: 'must have as many values as there are timestamps: 1, not 2',
      },
    ])
    // In the order of blocks: of two samples with the same time, the later one counts.
    const second = written.filter(({ thing }) => thing === 2).map(({ value }) => value)
    expect(second).toEqual([3, 5])
  })

  test('a row of a table without a thing is rejected with its position', async () => {
    const columns = { thingId: ['truck-1', null], timestamp: [1e12, 1e12], temperature: [1, 2] }
    const types = { thingId: utf8(), timestamp: int64(), temperature: float64() }
    const body = streamOf(tableFromArrays(columns, { types }))
    const { answer } = await send({ form: 'arrow', body })
    expect(answer).toMatchObject({ accepted: 1, rejected: 1 })
    expect(answer.errors).toEqual([
      { pointer: '/body/thingId/1', detail: 'is required: the id of a thing' },
    ])
  })
})

describe('with onError=fail nothing is stored or created', () => {
  test.each([
    ['a bad sample', frameOf('truck-1', { temperature: 99 }), 'invalid-request'],
    ['a missing thing', frameOf('nobody'), 'invalid-request'],
    ['a missing scope', frameOf('secret'), 'scope-missing'],
  ])('for %s', async (_, bad, code) => {
    const store = memoryStore()
    const frames = [frameOf('truck-2'), frameOf('new-1'), bad]
    const call = ingestThings(
      { store, decoder: decoders.here },
      {
        ...{ organization, form: 'frames', body: { frames }, onError: 'fail', now },
        find: async (ids) => new Map(ids.map((id) => [id, found(id)])),
        create: () => Promise.reject(new Error('Nothing is to be created.')),
      },
    )
    await expect(call).rejects.toMatchObject({ code })
    expect(store.written).toEqual([])
  })
})

const bound = ingestLimits.things

describe('rejects a bulk body that is invalid, and says what to send', () => {
  const many = Array.from({ length: bound + 1 }, (_, i) => frameOf(`thing-${i}`))
  const noThing = streamOf(tableFromArrays({ timestamp: [0] }, { types: { timestamp: int64() } }))
  const numbered = tableFromArrays(
    { thingId: [1], timestamp: [0] },
    { types: { timestamp: int64() } },
  )
  const frames = 'must be an object: {frames: [{thingId, timestamp, values}, …]}'
  const blocks = 'must be an object: {things: [{thingId, timestamps, values}, …]}'
  test.each([
    ['a list', 'frames', [], '/body', frames],
    ['a single frame', 'frames', frameOf('truck-1'), '/body', frames],
    ['no frame', 'frames', { frames: [] }, '/body/frames', 'must not be empty'],
    ['frames by name', 'frames', { frames: {} }, '/body/frames', 'must be an array'],
    [
      ...['a field more', 'frames', { frames: [frameOf('truck-1')], of: 1 }],
      ...['/body/of', 'is not a field here: expected frames alone'],
    ],
    [
      ...['too many things', 'frames', { frames: many }, '/body/frames'],
      `must be about at most ${bound} things; split it into several calls`,
    ],
    ['frames as columns', 'columns', { frames: [] }, '/body', blocks],
    ['no block', 'columns', { things: [] }, '/body/things', 'must not be empty'],
    ['a table of no thing', 'arrow', noThing, '/body', 'has no column "thingId"'],
    [
      ...['things by number', 'arrow', streamOf(numbered), '/body'],
      'has a column "thingId" of int: it must be utf8',
    ],
  ] as [string, ThingsCall['form'], unknown, string, string][])(
    '%s',
    async (_, form, body, pointer, detail) => {
      const refused = await send({ form, body }).then(
        () => undefined,
        (error: unknown) => error as Problem,
      )
      expect(refused).toBeInstanceOf(Problem)
      expect(refused?.errors?.[0]).toEqual({ pointer, detail })
    },
  )

  test('a table whose values are not UTF-8', async () => {
    const columns = { thingId: ['truck-1'], timestamp: [1e12], state: ['abcdefgh'] }
    const types = { thingId: utf8(), timestamp: int64(), state: utf8() }
    const body = streamOf(tableFromArrays(columns, { types }))
    body.write('\xff', body.indexOf('abcdefgh'), 'latin1')
    await expect(send({ form: 'arrow', body })).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer: '/body', detail: 'has strings that are not UTF-8' }],
    })
  })

  test('a table with random bytes changed is either accepted or rejected', async () => {
    const columns = {
      ...{ thingId: ['truck-1', 'truck-2', 'truck-1'], timestamp: [1e12, 1e12, 1e12 + 1] },
      ...{ temperature: [1, null, 3], state: ['open', 'shut', null], door: [true, null, false] },
    }
    const types = { thingId: dictionary(utf8()), timestamp: int64(), state: utf8(), door: bool() }
    const table = streamOf(tableFromArrays(columns, { types }))
    const change = fc.tuple(fc.nat(table.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const body = Buffer.from(table)
        for (const [at, byte] of changes) body[at] = byte
        const refused = await send({ form: 'arrow', body }).then(
          () => undefined,
          (error: unknown) => error,
        )
        expect(refused === undefined || refused instanceof Problem).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('bytes that are not a table', async () => {
    await expect(send({ form: 'arrow', body: Buffer.from('no table') })).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer: '/body' }],
    })
  })

  test('more samples than a call may have, though no thing has too many', async () => {
    const values = new Array<number>(ingestLimits.samples / 2 + 1).fill(1)
    const block = { start: '2026-01-01T00:00:00Z', stepSeconds: 0.001, count: values.length }
    const things = ['truck-1', 'truck-2'].map((thingId) => ({
      ...{ thingId, ...block, values: { temperature: values } },
    }))
    await expect(send({ form: 'columns', body: { things } })).rejects.toMatchObject({
      errors: [{ pointer: '/body', detail: 'must hold at most 1000000 samples; send more calls' }],
    })
  })

  test.each([
    [600_000, 'taken'],
    [ingestLimits.samples + 1, 'refused'],
  ])('a table of %i samples of two things is %s', async (samples, outcome) => {
    const rows = Math.ceil(samples / 2)
    const things = ['truck-1', 'truck-2']
    const columns = {
      thingId: Array.from({ length: rows }, (_, i) => things[i % 2]),
      timestamp: Array.from({ length: rows }, (_, i) => 1e12 + i),
      temperature: new Float64Array(rows).fill(1),
      door: Array.from({ length: rows }, () => true),
    }
    const types = { thingId: dictionary(utf8()), timestamp: int64(), door: bool() }
    const body = streamOf(tableFromArrays(columns, { types }))
    const sent = send({ form: 'arrow', body }).then(
      ({ answer }) => (answer.accepted === rows * 2 ? 'taken' : `${answer.accepted}`),
      () => 'refused',
    )
    expect(await sent).toBe(outcome)
  })

  test('more rows than a call may have, though none has a value', async () => {
    const block = { start: '2026-01-01T00:00:00Z', stepSeconds: 0.001, count: 600_000, values: {} }
    const things = ['truck-1', 'truck-2', 'truck-1'].map((thingId) => ({ thingId, ...block }))
    await expect(send({ form: 'columns', body: { things } })).rejects.toMatchObject({
      errors: [{ pointer: '/body', detail: 'must have at most 1000000 rows; send more calls' }],
    })
  })
})
