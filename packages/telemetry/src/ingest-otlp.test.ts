import { JsonBody } from '@sluice/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Mapping, mappingBy } from './decode/mapping/mapping.ts'
import { otlpJson, otlpRequest, type TestPoint } from './testing/otlp.ts'
import type { TestValue } from './testing/otlp-values.ts'
import { send } from './testing/things-call.ts'

const noon = Date.UTC(2026, 0, 31, 12)
const mappedBy = (metric: string) =>
  ({ protocol: 'otlp', mapping: mappingBy('thing,host.name', metric) }) as const
const mapping = mappedBy('{name}')

const encodings = [
  ['protobuf', otlpRequest],
  ['JSON', (points: readonly TestPoint[]) => otlpJson(points)],
] as const

test('reads a long JSON request like a short one', async () => {
  const points = Array.from({ length: 1000 }, (_, i) => ({
    ...{ resource: { thing: 'truck-1' }, attributes: { rack: 'x'.repeat(20) } },
    ...{ time: noon + i * 1000, value: i % 50 },
  }))
  const body = new JsonBody(Buffer.from(JSON.stringify(otlpJson(points))))
  expect(body.bytes.length).toBeGreaterThan(256 * 1024)
  const { answer } = await send({ form: 'series', body, series: mapping })
  expect(answer).toMatchObject({ accepted: 1000, rejected: 0, errors: [] })
})

describe.each(encodings)('OTLP in %s', (_encoding, bodyOf) => {
  const sendPoints = (points: readonly TestPoint[], metric = '{name}') =>
    send({ form: 'series', body: bodyOf(points), series: mappedBy(metric) })

  test('becomes samples of the things that attributes name', async () => {
    const { answer, written } = await sendPoints([
      { resource: { 'host.name': 'truck-1' }, time: noon, value: 4.5 },
      { resource: { 'host.name': 'x' }, attributes: { thing: 'truck-2' }, time: noon, value: -5 },
      { resource: { thing: 'meter-1' }, name: 'power', kind: 'sum', time: noon, value: 7 },
      { resource: { thing: 'truck-1' }, time: noon + 1000, value: undefined },
    ])
    expect(answer).toMatchObject({ accepted: 3, rejected: 0, errors: [] })
    expect(written).toEqual([
      { thing: 1, metric: 1, micros: noon * 1000, value: 4.5 },
      { thing: 2, metric: 1, micros: noon * 1000, value: -5 },
      { thing: 3, metric: 4, micros: noon * 1000, value: 7 },
    ])
  })

  test("takes a label of the resource if the point's attribute names nothing", async () => {
    const point = { resource: { thing: 'truck-1' }, time: noon, value: 1 }
    for (const thing of [null, { list: ['truck-2'] }, { map: {} }, Buffer.from('truck-2')]) {
      const { answer } = await sendPoints([{ ...point, attributes: { thing } }])
      expect(answer).toMatchObject({ accepted: 1, things: [{ thingId: 'truck-1' }] })
    }
  })

  test('with too many things for one call loses only the excess ones', async () => {
    const ids = Array.from({ length: 1001 }, (_, i) => `new-${i}`)
    const { answer, created } = await sendPoints(
      ids.map((thing) => ({ resource: { thing }, time: noon, value: 1 })),
    )
    expect(created).toEqual(ids.slice(0, 1000))
    expect(answer).toMatchObject({ accepted: 1000, rejected: 1 })
    expect(answer.errors).toMatchObject([{ detail: expect.stringContaining('is of new-1000,') }])
  })

  test('gets metrics from attributes of any type if mapped so', async () => {
    const attributes = { part: 'ature', at: 3, on: true, by: 0.5 }
    const point = { resource: { thing: 'truck-1' }, time: noon, value: 1 }
    const mapped = await sendPoints([{ ...point, name: 'temper', attributes }], '{name}{part}')
    expect(mapped.answer).toMatchObject({ accepted: 1 })
    const unknown = await sendPoints([{ ...point, attributes }], '{name}-{at}-{on}-{by}')
    expect(unknown.answer.errors).toMatchObject([
      { pointer: `/body/truck-1@${noon}/values/temperature-3-true-0.5` },
    ])
  })

  test('does not mix points that differ only in attributes; a repeated resource is the same one', async () => {
    const point = { resource: { thing: 'truck-1' }, time: noon, value: 1 }
    const { answer } = await sendPoints([
      point,
      { ...point, time: noon + 1000 },
      { ...point, attributes: { cpu: '1' }, time: noon + 2000 },
      { ...point, resource: { thing: 'truck-1', pod: 'b' }, time: noon + 3000 },
    ])
    expect(answer).toMatchObject({ accepted: 2, rejected: 2 })
    expect(answer.errors).toEqual([
      {
        pointer: '/body/2',
        detail:
          'temperature{cpu="1"} would be temperature of truck-1, as another series already is; tell them apart by ?metric= or a mapping, or send only one',
      },
      expect.objectContaining({ pointer: '/body/3' }),
    ])
  })

  test('rejects points with long attributes; those of a resource may be long', async () => {
    const long = 'x'.repeat(8192)
    const point = { resource: { thing: 'truck-1', command: long }, time: noon, value: 1 }
    const { answer } = await sendPoints([
      point,
      { ...point, attributes: { note: long } },
      { ...point, name: long },
    ])
    expect(answer).toMatchObject({ accepted: 1, rejected: 2 })
    expect(answer.errors).toMatchObject([
      { pointer: '/body/1', detail: 'temperature{} has labels of over 8192 characters' },
      { pointer: '/body/2', detail: expect.stringMatching(/^x{256}…/) },
    ])
    const mapped = await sendPoints([point], '{name}{command}')
    expect(mapped.answer.errors).toMatchObject([
      { detail: expect.stringContaining('has no attribute command of 1 to 256 characters') },
    ])
  })

  test('rejects points with too many or too deep attributes individually', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 129 }, (_, i) => [`a${i}`, i]))
    const { a0: _, ...most } = attributes
    const deep = (depth: number): TestValue => {
      if (depth === 0) return 1
      return depth % 2 === 0 ? { list: [deep(depth - 1)] } : { map: { a: deep(depth - 1) } }
    }
    const resource = { thing: 'truck-1' }
    const point = { resource, time: noon, value: 1 }
    const { answer } = await sendPoints([
      { ...point, attributes },
      { ...point, resource: { ...resource, ...attributes } },
      { ...point, scope: { attributes } },
      { ...point, attributes: { deep: deep(17) } },
      { ...point, resource: { thing: 'truck-1', deep: deep(20) } },
      { ...point, attributes: most },
      { resource: { thing: 'truck-2' }, attributes: { deep: deep(16) }, time: noon, value: 2 },
    ])
    const deepest = 'has an attribute of over 16 lists and maps in one another'
    expect(answer.errors).toEqual([
      { pointer: '/body/0', detail: 'temperature{} has over 128 attributes' },
      {
        pointer: '/body/1',
        detail: 'temperature{} is of a resource that has over 128 attributes',
      },
      { pointer: '/body/2', detail: 'temperature{} is of a scope that has over 128 attributes' },
      { pointer: '/body/3', detail: `temperature{} ${deepest}` },
      { pointer: '/body/4', detail: `temperature{} is of a resource that ${deepest}` },
    ])
    expect(answer).toMatchObject({ accepted: 2, rejected: 5 })
  })

  test('rejects every point without a time', async () => {
    const point = { resource: { thing: 'truck-1' }, time: 0, value: 1 }
    const good = { ...point, time: noon }
    const { answer } = await sendPoints([good, point, good, point, point])
    expect(answer).toMatchObject({ accepted: 1, rejected: 3, passedOver: 1 })
    expect(answer.things).toMatchObject([{ thingId: 'truck-1', accepted: 1, rejected: 3 }])
    expect(answer.errors).toHaveLength(3)
  })

  test.each(['histogram', 'exponentialHistogram', 'summary'] as const)(
    'drops points of a %s as a mapping says, and rejects the others',
    async (kind) => {
      const point = { resource: { thing: 'truck-1' }, kind, time: noon, value: 1 }
      const rules = {
        ...mappingBy('thing', '{name}').rules,
        match: [{ name: 't*' }],
        drop: [{ thing: 'truck-1', route: 'a' }],
      }
      const { answer } = await send({
        ...{ form: 'series', series: { protocol: 'otlp', mapping: new Mapping(rules) } },
        body: bodyOf([
          { ...point, kind: 'gauge' },
          { ...point, name: 'other' },
          { ...point, attributes: { route: 'a' } },
          { ...point, attributes: { route: 'b' } },
        ]),
      })
      expect(answer).toMatchObject({ accepted: 1, rejected: 1, passedOver: 2 })
      expect(answer.errors).toMatchObject([
        { pointer: '/body/3', detail: expect.stringMatching(/^temperature\{route="b"\} is a /) },
      ])
    },
  )

  test('rejects points without a thing, and bad ones, individually', async () => {
    const { answer } = await sendPoints([
      { time: noon, value: 1 },
      { resource: { thing: 'nobody' }, time: noon, value: 1 },
      { resource: { thing: 'truck-2' }, time: noon, value: 99 },
      { resource: { thing: 'truck-2' }, time: 0, value: 1 },
    ])
    expect(answer).toMatchObject({ accepted: 0, rejected: 4 })
    expect(answer.errors).toMatchObject([
      {
        pointer: '/body/0',
        detail: expect.stringContaining('has no attribute thing or host.name'),
      },
      { pointer: `/body/nobody@${noon}/thingId` },
      { pointer: `/body/truck-2@${noon}/values/temperature`, detail: 'must be at most 60' },
      { pointer: '/body/truck-2@NaN/timestamp' },
    ])
  })

  test('is read back as written, whatever it contains', async () => {
    const text = fc.string({ maxLength: 8, unit: 'grapheme' })
    const attribute = fc.oneof(text, fc.boolean(), fc.integer(), fc.double({ noNaN: true }))
    const point = fc.record({
      resource: fc.record({ thing: fc.constantFrom('truck-1', 'truck-2'), other: attribute }),
      attributes: fc.dictionary(text, attribute, { maxKeys: 3 }),
      time: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 1 }),
      value: fc.oneof(
        fc.double({ min: -40, max: 60, noNaN: true }),
        fc.integer({ min: -40, max: 60 }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(point, async ({ resource, attributes, time: [second = 1], value }) => {
        const own = Object.fromEntries(
          Object.entries(attributes).filter(([key]) => key !== 'thing' && key !== '__proto__'),
        )
        const time = noon - second * 1000
        const { answer, written } = await sendPoints([{ resource, attributes: own, time, value }])
        expect(answer.errors).toEqual([])
        expect(written).toEqual([
          {
            thing: Number(resource.thing.at(-1)),
            metric: 1,
            micros: time * 1000,
            value: value + 0,
          },
        ])
      }),
      { numRuns: 200 },
    )
  })
})

/** A request with one metric `hi`; fields 5, 9, 10 and 11 of a metric are its gauge, its histograms and its summary. */
const metricWith = (field: number, points: number) => {
  const data = Array.from({ length: points }, () => [10, 0]).flat()
  const metric = [10, 2, 104, 105, field * 8 + 2, data.length, ...data]
  return Buffer.from([10, metric.length + 4, 18, metric.length + 2, 18, metric.length, ...metric])
}
const jsonWith = (kind: string, points: number) => {
  const data = points === 0 ? {} : { dataPoints: Array.from({ length: points }, () => ({})) }
  return { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'hi', [kind]: data }] }] }] }
}

test.each([
  [9, 'histogram', 'histogram'],
  [10, 'exponentialHistogram', 'histogram'],
  [11, 'summary', 'summary of quantiles'],
] as const)('rejects and counts points of field %i, %s', async (field, kind, called) => {
  for (const bodyOf of [metricWith.bind(null, field), jsonWith.bind(null, kind)]) {
    const { answer } = await send({ form: 'series', body: bodyOf(3), series: mapping })
    expect(answer).toMatchObject({ accepted: 0, rejected: 3 })
    expect(answer.errors).toEqual([
      { pointer: '/body/0', detail: `hi{} is a ${called}, which cannot be stored` },
    ])
    const none = await send({ form: 'series', body: bodyOf(0), series: mapping })
    expect(none.answer).toMatchObject({ accepted: 0, rejected: 0, errors: [] })
  }
})

test('faults count all points, including histograms and those without a value', async () => {
  const points = [{}, {}]
  const metrics = [
    { name: 'air', histogram: { dataPoints: points } },
    { name: 'air', gauge: { dataPoints: [{ flags: 1 }, {}] } },
  ]
  const body = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }
  const { answer } = await send({ form: 'series', body, series: mapping })
  expect(answer).toMatchObject({ accepted: 0, rejected: 3, passedOver: 1 })
  expect(answer.errors).toMatchObject([{ pointer: '/body/0' }, { pointer: '/body/3' }])
})

test('rejects points without a value, unless they are marked as such', async () => {
  for (const body of [metricWith(5, 2), jsonWith('gauge', 2), jsonWith('sum', 2)]) {
    const { answer } = await send({ form: 'series', body, series: mapping })
    expect(answer).toMatchObject({ accepted: 0, rejected: 2 })
    const detail = 'hi{} has a point without a value'
    expect(answer.errors).toEqual([0, 1].map((place) => ({ pointer: `/body/${place}`, detail })))
  }
})

test('rejects an invalid request as a whole, but accepts an empty one', async () => {
  for (const [body, detail] of [
    [[], 'it must be an object'],
    [{ resourceMetrics: {} }, 'resourceMetrics must be a list of objects'],
    [{ resourceMetrics: [1] }, 'resourceMetrics must be a list of objects'],
    [otlpRequest([{ time: noon, value: 1 }]).subarray(0, -1), 'premature EOF'],
    [Buffer.concat([Buffer.from([10, 196, 19]), Buffer.alloc(2500, 18)]), ''],
  ] as const) {
    await expect(send({ form: 'series', body, series: mapping }), detail).rejects.toMatchObject({
      errors: [{ pointer: '/body', detail: expect.stringContaining(detail) }],
    })
  }
  for (const body of [undefined, Buffer.alloc(0), {}, { resourceMetrics: [] }]) {
    const { answer } = await send({ form: 'series', body, series: mapping })
    expect(answer).toMatchObject({ accepted: 0, errors: [] })
  }
  const good = otlpRequest([{ resource: { thing: 'truck-1' }, time: noon, value: 1 }])
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(60), async (bytes, at) => {
      const body = Buffer.concat([good.subarray(0, at), bytes])
      const { status } = await send({ form: 'series', body, series: mapping }).then(
        () => ({ status: 200 }),
        ({ status }) => ({ status }),
      )
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 500 },
  )
})
