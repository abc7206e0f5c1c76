import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Mapping } from './decode/mapping/mapping.ts'
import { found, now, send } from './testing/things-call.ts'
import { type TrialCall, tryMapping } from './try-mapping.ts'

type Rules = ConstructorParameters<typeof Mapping>[0]

const plain: Rules = {
  ...{ thing: 'thing', metric: '{field}', match: [], drop: [], metrics: {}, ignoredLabels: [] },
  ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
}

const trial = (text: string, rules: Partial<Rules> = {}, more: Partial<TrialCall> = {}) =>
  tryMapping({
    ...{ protocol: 'influx', text, precision: 's', now },
    mapping: new Mapping({ ...plain, ...rules }),
    find: async (ids) => new Map(ids.map((id) => [id, found(id)])),
    ...more,
  })

const tags = fc.record({
  thing: fc.constantFrom('truck-1', 'truck-2', 'meter-1', 'nobody', 'no/id'),
  cpu: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
})
const fields = fc.dictionary(
  fc.constantFrom('temperature', 'door', 'state', 'power', 'other', 'more'),
  fc.constantFrom('1', '99', 't', '"open"'),
  { minKeys: 1 },
)
const line = fc.record({ tags, fields, age: fc.nat(1) }).map(({ tags, fields, age }) => {
  const pairs = Object.entries(tags).flatMap(([tag, value]) => (value ? [`${tag}=${value}`] : []))
  const values = Object.entries(fields).map(([field, value]) => `${field}=${value}`)
  return `m,${pairs.join(',')} ${values.join(',')} ${now.getTime() / 1000 - 1 - age}`
})
const rules = fc.record({
  metric: fc.constantFrom('{field}', '{field}_{cpu},{field}'),
  thing: fc.constantFrom('{thing}', '{thing}{cpu},{thing}'),
  drop: fc.constantFrom<Rules['drop'][]>([], [{ field: 'd*' }], [{ cpu: 'b' }]),
  ignoredLabels: fc.constantFrom<string[][]>([], ['cpu']),
  unmappedLabels: fc.constantFrom<'allow' | 'refuse'>('allow', 'refuse'),
  invalidCharacters: fc.constantFrom<'refuse' | 'replace'>('refuse', 'replace'),
  metrics: fc.constantFrom<Rules['metrics'][]>(
    {},
    { other: { key: 'temperature', factor: 2 } },
    { other: { key: 'x' }, more: { key: 'x' } },
  ),
})

describe('a dry run', () => {
  test('accepts exactly the samples that a call stores, if no time is repeated', async () => {
    const bodies = fc.uniqueArray(line, {
      ...{ minLength: 1, maxLength: 6 },
      // Of the same series and time, ingestion stores only the last sample.
      selector: (text) => `${/thing=([^, ]+)/.exec(text)?.[1]} ${/\d+$/.exec(text)?.[0]}`,
    })
    await fc.assert(
      fc.asyncProperty(bodies, rules, async (lines, some) => {
        const text = lines.join('\n')
        const mapping = new Mapping({ ...plain, ...some })
        const [tried, sent] = await Promise.all([
          trial(text, some),
          send({ form: 'lines', body: Buffer.from(text), lines: { precision: 's', mapping } }),
        ])
        const accepted = tried.samples.filter(({ outcome }) => outcome === 'accepted')
        expect(accepted).toHaveLength(sent.answer.accepted)
        const rejected = tried.samples.filter(({ outcome }) => outcome === 'rejected')
        expect(rejected).toHaveLength(sent.answer.rejected)
      }),
      { numRuns: 300 },
    )
  })

  test('ignores series that would be one, if their type ignores the metric', async () => {
    const time = now.getTime() / 1000 - 1
    const text = `m,thing=meter-1,cpu=0 power=1,x=1 ${time}\nm,thing=meter-1,cpu=1 x=2 ${time}`
    const { samples, collisions } = await trial(text)
    const outcomes = samples.map(({ outcome }) => outcome)
    expect([outcomes, collisions]).toEqual([['accepted', 'ignored', 'ignored'], []])
    const page = ['power', 'x{a="1"}', 'x{a="2"}'].map((series, i) => {
      const thing = 'thing="meter-1"'
      const named = series.includes('{') ? series.replace('{', `{${thing},`) : `${series}{${thing}}`
      return `${named} 1 ${now.getTime() - (i === 2 ? 2000 : 1000)}`
    })
    const rules = { metric: '{__name__}' }
    const scraped = await trial(page.join('\n'), rules, { protocol: 'prometheus' })
    expect(scraped.samples.map(({ outcome }) => outcome)).toEqual(outcomes)
  })

  test('takes lines as one series that differ in an ignored tag called `field`', async () => {
    const text = ['a', 'b'].map((tag) => {
      return `m,thing=truck-1,field=${tag} temperature=1 ${now.getTime() / 1000}`
    })
    const ignoredLabels = ['field']
    expect((await trial(text.join('\n'), { ignoredLabels })).collisions).toEqual([])
    const { collisions } = await trial(text.join('\n'))
    expect(collisions[0]?.labels).toEqual(['tag.field'])
  })

  test('lists series of lines that would be one at different times, and accepts them', async () => {
    const time = now.getTime() / 1000 - 1
    const text = ['good', 'bad'].map((q, i) => `m,thing=truck-1,q=${q} temperature=1 ${time - i}`)
    const { samples, collisions } = await trial(text.join('\n'))
    expect(samples.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
    expect(collisions).toMatchObject([{ metric: 'temperature', labels: ['q'] }])
  })

  test.each([
    ['up 1', { source: 'up{}', value: 1 }],
    ['up{} 1 1000', { timestamp: '1970-01-01T00:00:01.000Z' }],
    ['up{} 1 1769860800000', { source: 'up{}', timestamp: '2026-01-31T12:00:00.000Z' }],
    [
      'up{a="x, \\"y\\"\\\\",b="1",} +Inf',
      { source: 'up{a="x, \\"y\\"\\\\", b="1"}', value: null },
    ],
    ['{"http.up",a="1"} 2 # {trace="x"} 1', { source: 'http.up{a="1"}', value: 2 }],
  ])('reads %j of a scraped page', async (text, expected) => {
    const { samples } = await trial(text, { metric: '{__name__}' }, { protocol: 'prometheus' })
    expect(samples).toMatchObject([expected])
  })

  test.each(['NaN', '+Inf', '-Inf'])(
    'ignores %s of a scraped page, as a call does',
    async (value) => {
      const page = { protocol: 'prometheus' } as const
      const text = `temperature{thing="truck-1"} ${value}\ntemperature{thing="truck-1",a="b"} 1`
      const { samples, collisions } = await trial(text, { metric: '{__name__}' }, page)
      expect(samples.map(({ outcome }) => outcome)).toEqual(['ignored', 'accepted'])
      expect(samples[0]?.detail).toBe('is no finite number')
      expect(collisions).toEqual([])
    },
  )

  test('drops or rejects histograms of OTLP, as a call does', async () => {
    const histogram = (name: string) => ({ name, histogram: { dataPoints: [{}, {}] } })
    const metrics = ['seconds', 'bytes'].map(histogram)
    const text = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })
    const rules = { metric: '{name}', drop: [{ name: 'sec*' }] }
    const { samples, errors } = await trial(text, rules, { protocol: 'otlp' })
    const outcomes = samples.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['dropped', 'dropped', 'rejected', 'rejected'])
    expect(samples[2]?.detail).toBe('is a histogram, which cannot be stored')
    expect(errors).toEqual([])
  })

  test('treats an empty label of a scraped page as missing', async () => {
    const text = ['1', '2 1769860800000'].map((sample, i) => {
      return `temperature{thing="truck-1"${i === 0 ? '' : ',a=""'}} ${sample}`
    })
    const rules = { metric: '{__name__}', unmappedLabels: 'refuse' } as const
    const page = { protocol: 'prometheus' } as const
    const { samples, collisions } = await trial(text.join('\n'), rules, page)
    expect(samples.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
    expect(collisions).toEqual([])
  })

  test.each(['up', 'up{a=1} 1', 'up{a="1" 1', '{a="1"} 1', 'up{a="1"} x', '{"up"'])(
    'reports %j, which is not a sample',
    async (text) => {
      const { samples, errors } = await trial(text, {}, { protocol: 'prometheus' })
      expect([samples, errors]).toEqual([
        [],
        [expect.objectContaining({ pointer: '/body/text/1' })],
      ])
    },
  )
})
