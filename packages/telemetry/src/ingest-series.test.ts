import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mappingBy } from './decode/mapping/mapping.ts'
import { remoteWrite, STALE, type TestSeries } from './testing/remote-write.ts'
import { send } from './testing/things-call.ts'

const noon = Date.UTC(2026, 0, 31, 12)
const mappedBy = (metric: string) =>
  ({ protocol: 'remote-write', mapping: mappingBy('thing,instance', metric) }) as const
const mapping = mappedBy('{__name__}')

const sendSeries = (series: readonly TestSeries[], { metric = '{__name__}' } = {}) =>
  send({ form: 'series', body: remoteWrite(1, series), series: mappedBy(metric) })

const one = (labels: Record<string, string>, ...values: (number | typeof STALE)[]): TestSeries => ({
  labels,
  samples: values.map((value, i) => [noon + i * 1000, value]),
})

describe.each([1, 2] as const)('series of remote write %i', (version) => {
  test('become samples of the things that their labels name', async () => {
    const body = remoteWrite(version, [
      one({ __name__: 'temperature', thing: 'truck-1', instance: 'x' }, 4.5, -5),
      one({ __name__: 'temperature', instance: 'truck-2', job: 'cabs' }, 0),
      one({ __name__: 'temperature', thing: 'meter-1' }, 6),
      one({ __name__: 'power', thing: 'meter-1' }, 7),
    ])
    const { answer, written } = await send({ form: 'series', body, series: mapping })
    expect(answer).toMatchObject({ accepted: 5, rejected: 0, errors: [] })
    expect(written).toEqual([
      { thing: 1, metric: 1, micros: noon * 1000, value: 4.5 },
      { thing: 1, metric: 1, micros: (noon + 1000) * 1000, value: -5 },
      { thing: 2, metric: 1, micros: noon * 1000, value: 0 },
      { thing: 3, metric: 1, micros: noon * 1000, value: 6 },
      { thing: 3, metric: 4, micros: noon * 1000, value: 7 },
    ])
  })

  test('of too many things for one call lose only the excess ones', async () => {
    const ids = Array.from({ length: 1002 }, (_, i) => `new-${i}`)
    const all = ids.map((thing) => one({ __name__: 'temperature', thing }, 1, 2))
    const call = () =>
      ({ form: 'series', body: remoteWrite(version, all), series: mapping }) as const
    const { answer, created } = await send(call())
    expect(created).toEqual(ids.slice(0, 1000))
    expect(answer).toMatchObject({ accepted: 2000, rejected: 4 })
    expect(answer.errors).toHaveLength(2)
    expect(answer.errors[0]).toEqual({
      pointer: '/body/1000',
      detail:
        'temperature{thing="new-1000"} is of new-1000, and a request is about at most 1000 things; send fewer at a time',
    })
    const whole = send({ ...call(), onError: 'fail' })
    await expect(whole).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('that have ended add no sample, and native histograms are rejected', async () => {
    const body = remoteWrite(version, [
      one({ __name__: 'temperature', thing: 'truck-1' }, STALE),
      { labels: { __name__: 'air', thing: 'truck-1' }, samples: [], histograms: 2 },
    ])
    const { answer, written } = await send({ form: 'series', body, series: mapping })
    expect(answer).toMatchObject({ accepted: 0, rejected: 2, passedOver: 1 })
    expect(answer.errors).toEqual([
      {
        pointer: '/body/1',
        detail: 'air{thing="truck-1"} is a native histogram, which cannot be stored',
      },
    ])
    expect(written).toEqual([])
  })

  test('are the same whatever the order of their labels; an empty label is a missing one', async () => {
    const labels = { __name__: 'temperature', thing: 'truck-1', a: '1', b: '2' }
    const { a, b, ...others } = labels
    const all = [labels, { b, a, ...others }, { ...labels, c: '' }, { ...labels, c: 'x' }]
    const body = remoteWrite(
      version,
      all.map((labels, i) => ({ labels, samples: [[noon + i * 1000, i]] })),
    )
    const { answer } = await send({ form: 'series', body, series: mapping })
    expect(answer).toMatchObject({ accepted: 3, rejected: 1 })
    expect(answer.errors).toMatchObject([{ pointer: '/body/3' }])
  })

  test('skip samples that are not finite numbers, and count them', async () => {
    const quantile = { __name__: 'seconds', quantile: '0.5', thing: 'nobody' }
    const body = remoteWrite(version, [
      one(quantile, Number.NaN, STALE),
      one(
        { __name__: 'temperature', thing: 'truck-1' },
        ...[1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2],
      ),
    ])
    const { answer, written } = await send({ form: 'series', body, series: mapping })
    expect(answer).toMatchObject({ accepted: 2, rejected: 0, passedOver: 5, errors: [] })
    expect(written.map(({ value }) => value)).toEqual([1, 2])
  })

  test('with too many labels or samples are rejected individually', async () => {
    const labels = { __name__: 'temperature', thing: 'truck-1' }
    const crowd = Object.fromEntries(Array.from({ length: 126 }, (_, i) => [`label${i}`, 'x']))
    const most = Array.from({ length: 10_000 }, (_, i) => [noon - i, 1] as const)
    const body = remoteWrite(version, [
      { labels: { ...labels, ...crowd, further: 'x' }, samples: [[noon, 1]], histograms: 1 },
      { labels, samples: Array.from({ length: 4 }, () => most).flat() },
      { labels: { ...labels, ...crowd }, samples: [[noon, 1]] },
      { labels: { ...labels, thing: 'truck-2' }, samples: most },
    ])
    const { answer } = await send({ form: 'series', body, series: mapping })
    expect(answer.errors).toEqual([
      { pointer: '/body/0', detail: 'The series has over 128 labels' },
      { pointer: '/body/1', detail: 'temperature{thing="truck-1"} has over 10000 samples' },
    ])
    expect(answer).toMatchObject({ accepted: 10_001, rejected: 40_002 })
  })

  test('are read back as written, whatever they contain', async () => {
    const text = fc.string({ maxLength: 8, unit: 'grapheme' })
    const value = fc.double({ min: -40, max: 60, noNaN: true })
    const time = fc.integer({ min: 1, max: 100_000 }).map((second) => noon - second * 1000)
    const sample = fc.tuple(time, value)
    const series = fc.record({
      thing: fc.constantFrom('truck-1', 'truck-2'),
      other: text,
      samples: fc.array(sample, { maxLength: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(series, { maxLength: 6 }), async (all) => {
        const sent = all.map(({ thing, other, samples }) => {
          return { labels: { __name__: 'temperature', thing, other: `${thing}${other}` }, samples }
        })
        const body = remoteWrite(version, sent)
        const { answer, written } = await send({ form: 'series', body, series: mapping })
        // If several series would be the same metric, the first is stored.
        const firsts = new Map<string, string>()
        const expected = new Map<string, number>()
        let refused = 0
        for (const { labels, samples } of sent) {
          if (samples.length === 0) continue
          const first = firsts.get(labels.thing) ?? labels.other
          firsts.set(labels.thing, first)
          if (first !== labels.other) refused += samples.length
          else for (const [at, of] of samples) expected.set(`${labels.thing} ${at}`, of)
        }
        const stored = new Map(
          written.map(({ thing, micros, value }) => [`truck-${thing} ${micros / 1000}`, value]),
        )
        expect(stored).toEqual(expected)
        expect(answer.rejected).toBe(refused)
      }),
      { numRuns: 200 },
    )
  })
})

test('the key of a metric may contain values of labels', async () => {
  const { answer, written } = await sendSeries(
    [one({ __name__: 'temper', part: 'ature', thing: 'truck-1' }, 1)],
    { metric: '{__name__}{part}' },
  )
  expect(answer).toMatchObject({ accepted: 1 })
  expect(written[0]?.metric).toBe(1)
})

test('rejects series individually, each with its reason', async () => {
  const { answer } = await sendSeries([
    one({ __name__: 'temperature', thing: 'truck-1' }, 1),
    one({ __name__: 'temperature', thing: 'truck-1', cpu: '1' }, 1),
    one({ __name__: 'up', place: 'here' }, 1),
    one({ __name__: 'up', instance: 'host:9100' }, 1),
    one({ __name__: 'up', thing: '..' }, 1),
    one({ __name__: 'temperature', thing: 'nobody' }, 1, 2),
    one({ __name__: 'air', thing: 'truck-2' }, 1),
    one({ __name__: 'temperature', thing: 'truck-2' }, 99),
    one({ __name__: 'temperature', thing: 'meter-1' }, 5),
  ])
  expect(answer).toMatchObject({ accepted: 1, rejected: 9 })
  expect(answer.errors).toEqual([
    {
      pointer: '/body/2',
      detail:
        'up{place="here"} has no label thing or instance, which names its thing; say which does by ?thing= or a mapping',
    },
    {
      pointer: '/body/3/instance',
      detail: 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ -, and not . or ..',
    },
    { pointer: '/body/4/thing', detail: 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ -, and not . or ..' },
    {
      pointer: `/body/nobody@${noon}/thingId`,
      detail: 'is not a thing that this caller may read',
    },
    expect.objectContaining({ pointer: `/body/truck-2@${noon}/values/air` }),
    { pointer: `/body/truck-2@${noon}/values/temperature`, detail: 'must be at most 60' },
    {
      pointer: `/body/meter-1@${noon}/values`,
      detail: 'has no power, which every frame must have',
    },
    {
      pointer: '/body/1',
      detail:
        'temperature{thing="truck-1", cpu="1"} would be temperature of truck-1, as another series already is; tell them apart by ?metric= or a mapping, or send only one',
    },
  ])
  expect(answer.things[0]).toMatchObject({ thingId: 'truck-1', accepted: 1, rejected: 1 })
  const { answer: unmapped } = await sendSeries(
    [one({ __name__: 'temperature', thing: 'truck-1' }, 1)],
    { metric: '{__name__}_{mode}' },
  )
  expect(unmapped.errors).toEqual([
    {
      pointer: '/body/0',
      detail:
        'temperature{thing="truck-1"} has no label mode of 1 to 256 characters, which names its metric',
    },
  ])
})

test('rejects several series of an unknown metric once, or ignores them', async () => {
  const buckets = (thing: string) =>
    ['0.1', '0.5', '+Inf'].map((le) => one({ __name__: 'seconds_bucket', thing, le }, 1))
  const { answer } = await sendSeries([...buckets('truck-1'), ...buckets('meter-2')])
  expect(answer).toMatchObject({ accepted: 0, rejected: 6 })
  expect(answer.errors).toEqual([
    expect.objectContaining({ pointer: `/body/truck-1@${noon}/values/seconds_bucket` }),
    expect.objectContaining({ pointer: `/body/meter-2@${noon}/thingId` }),
  ])
  const power = one({ __name__: 'power', thing: 'meter-1' }, 5)
  const { answer: ignored } = await sendSeries([power, ...buckets('meter-1')])
  expect(ignored).toMatchObject({ accepted: 1, rejected: 0, errors: [] })
})

test('rejects series with long labels without quoting them', async () => {
  const long = 'x'.repeat(8192)
  const { answer } = await sendSeries([
    one({ __name__: 'temperature', thing: 'truck-1', note: long }, 1, 2),
    one({ __name__: 'x'.repeat(257), thing: 'truck-1' }, 1),
    one({ __name__: 'temperature', thing: 'truck-2', note: long.slice(100) }, 1),
  ])
  expect(answer).toMatchObject({ accepted: 1, rejected: 3 })
  expect(answer.errors).toEqual([
    { pointer: '/body/0', detail: 'The series has labels of over 8192 characters' },
    { pointer: '/body/1', detail: expect.stringContaining('of 1 to 256 characters') },
  ])
})

test('accepts a request without series', async () => {
  for (const body of [Buffer.alloc(0), remoteWrite(2, [])]) {
    expect((await send({ form: 'series', body })).answer).toMatchObject({ accepted: 0, errors: [] })
  }
})

test('rejects bytes that are not a request as a whole', async () => {
  const good = remoteWrite(2, [one({ __name__: 'temperature', thing: 'truck-1' }, 1)])
  for (const [body, detail] of [
    [good.subarray(0, -1), 'premature EOF'],
    [Buffer.from('{"frames": []}'), 'premature EOF'],
    [Buffer.from([0]), 'illegal tag'],
    [Buffer.from([10, 4, 18, 9, 9, 9]), 'premature EOF'],
    [Buffer.alloc(400_002, Buffer.from([34, 0])), 'it has over 200000 series and symbols'],
    [Buffer.from([42, 3, 10, 1, 7]), 'a label refers to no symbol'],
  ] as const) {
    await expect(send({ form: 'series', body }), detail).rejects.toMatchObject({
      errors: [{ pointer: '/body', detail: expect.stringContaining(detail) }],
    })
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(60), async (bytes, at) => {
      const body = Buffer.concat([good.subarray(0, at), bytes])
      const { status } = await send({ form: 'series', body }).then(
        () => ({ status: 200 }),
        ({ status }) => ({ status }),
      )
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 500 },
  )
})
