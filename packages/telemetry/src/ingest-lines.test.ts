import { describe, expect, test } from 'vitest'
import { mappingBy } from './decode/mapping/mapping.ts'
import type { LineMapping } from './decode/things/lines.ts'
import { now, send } from './testing/things-call.ts'

describe('lines of InfluxDB’s protocol', () => {
  const precise = { precision: 'ns', metric: '{field}' } as const
  const sendLines = (
    text: string,
    more: { precision?: LineMapping['precision']; metric?: string } = {},
  ) => {
    const { precision, metric } = { ...precise, ...more }
    const lines = { precision, mapping: mappingBy('thing,host', metric) }
    return send({ form: 'lines', body: Buffer.from(text), lines })
  }

  test('become frames of the things that their tags name', async () => {
    const { answer, written } = await sendLines(
      [
        'cab,thing=truck-1,host=x temperature=4.5,door=t,state="open" 1769860800000000000',
        'cab,host=truck-2 temperature=5i 1769860800123456789',
        'cab,thing=truck-1 temperature=6',
      ].join('\n'),
    )
    expect(answer).toMatchObject({ accepted: 5, rejected: 0, errors: [] })
    const noon = Date.UTC(2026, 0, 31, 12) * 1000
    expect(written).toEqual(
      expect.arrayContaining([
        { thing: 1, metric: 1, micros: noon, value: 4.5 },
        { thing: 1, metric: 2, micros: noon, value: 1 },
        { thing: 1, metric: 3, micros: noon, value: 'open' },
        { thing: 2, metric: 1, micros: noon + 123_456, value: 5 },
        { thing: 1, metric: 1, micros: now.getTime() * 1000, value: 6 },
      ]),
    )
  })

  test.each([
    ['s', '1769860800'],
    ['ms', '1769860800000'],
    ['us', '1769860800000000'],
    ['ns', '1769860800000000999'],
  ] as const)('have times in %s', async (precision, time) => {
    const { written } = await sendLines(`m,thing=truck-1 temperature=1 ${time}`, { precision })
    expect(written[0]?.micros).toBe(Date.UTC(2026, 0, 31, 12) * 1000)
  })

  test('get metrics from measurement and field if mapped so', async () => {
    const { answer } = await sendLines('cab,thing=truck-1 air=1', {
      metric: '{measurement}.{field}',
    })
    expect(answer.errors).toMatchObject([{ pointer: '/body/1/values/cab.air' }])
    const mapped = await sendLines('temper,thing=truck-1 ature=1', {
      metric: '{measurement}{field}',
    })
    expect(mapped.answer).toMatchObject({ accepted: 1 })
  })

  test('are rejected individually, each with its line number', async () => {
    const { answer } = await sendLines(
      [
        '# trucks',
        'm,thing=truck-1 temperature=1',
        'm,thing=truck-1',
        'm,place=here temperature=1,door=t',
        'm,thing=nobody temperature=1',
        'm,thing=truck-1 temperature=99 1769860800000000000',
        'm,thing=truck-1 temperature=1 9999999999999999999',
      ].join('\n'),
    )
    expect(answer).toMatchObject({ accepted: 1, rejected: 6 })
    expect(answer.errors).toEqual([
      { pointer: '/body/3', detail: 'has no fields' },
      {
        pointer: '/body/4',
        detail:
          'has no tag thing or host, which names its thing; say which does by ?thing= or a mapping',
      },
      { pointer: '/body/5/thingId', detail: 'is not a thing that this caller may read' },
      { pointer: '/body/6/values/temperature', detail: 'must be at most 60' },
      {
        pointer: '/body/7/timestamp',
        detail: "is more than 600 seconds ahead of the server's clock",
      },
    ])
  })

  test('that are not UTF-8 are rejected individually', async () => {
    const text = [
      'm,thing=truck-1 temperature=1 1769860800000000000',
      'm,thing=truck-1,place=M\u00fcnchen temperature=2 1769860801000000000',
      '# M\u00fcnchen',
      'm,thing=truck-1 state="a',
      'M\u00fcnchen" 1769860802000000000',
      'm,thing=truck-1 state="\u00ef\u00bf\u00bd" 1769860803000000000',
      'm,place=M\u00fc temperature=x',
      'm,thing=truck-2 temperature=3 1769860800000000000',
    ].join('\n')
    const lines = { precision: 'ns', mapping: mappingBy('thing', '{field}') } as const
    const body = Buffer.from(text, 'latin1')
    const { answer, written } = await send({ form: 'lines', body, lines })
    expect(answer.errors).toEqual([
      { pointer: '/body/2', detail: 'is not UTF-8' },
      { pointer: '/body/5', detail: 'is not UTF-8' },
      { pointer: '/body/7', detail: expect.stringContaining('has a field "temperature" of "x"') },
    ])
    expect(answer).toMatchObject({ accepted: 3, rejected: 3 })
    expect(written.map(({ value }) => value)).toEqual([1, '\ufffd', 3])
    const alone = send({ ...{ form: 'lines', body, lines }, onError: 'fail' })
    await expect(alone).rejects.toMatchObject({ errors: answer.errors })
  })

  test.each([
    ['', 'must hold a line'],
    ['\n# nothing\n', 'must hold a line'],
    ['\u00ff\n'.repeat(10_001), 'is not UTF-8'],
  ])('%j are rejected as a whole', async (text, detail) => {
    const body = Buffer.from(text, detail.includes('UTF') ? 'latin1' : 'utf8')
    const lines = { precision: 'ns', mapping: mappingBy('thing', '{field}') } as const
    await expect(send({ form: 'lines', body, lines })).rejects.toMatchObject({
      ...{ code: 'invalid-request', errors: [{ pointer: '/body', detail }] },
    })
  })

  const lineOf = (fields: number) => {
    const values = Array.from({ length: fields }, (_, i) => `f${i}=1`)
    return `m,thing=truck-1 ${values.join()}`
  }

  test.each([
    [
      'lines',
      Array.from({ length: 10_001 }, () => 'm,thing=truck-1 temperature=1'),
      'must have at most 10000 lines; split it into several calls',
    ],
    [
      'things',
      Array.from({ length: 1001 }, (_, i) => `m,thing=new-${i} temperature=1`),
      'must be about at most 1000 things; split it into several calls',
    ],
    [
      'samples',
      Array.from({ length: 10_000 }, () => lineOf(101)),
      'must hold at most 1000000 samples; send more calls',
    ],
  ])('with too many %s are rejected as a whole', async (_, lines, detail) => {
    await expect(sendLines(lines.join('\n'))).rejects.toMatchObject({
      ...{ code: 'body-too-large', detail: `The body ${detail}.` },
    })
  })
})
