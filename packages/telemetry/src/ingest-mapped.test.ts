import { describe, expect, test } from 'vitest'
import { Mapping, mappingBy } from './decode/mapping/mapping.ts'
import { remoteWrite } from './testing/remote-write.ts'
import { now, send } from './testing/things-call.ts'

type Rules = ConstructorParameters<typeof Mapping>[0]

const plain: Rules = {
  ...{ thing: 'thing', metric: '{field}', match: [], drop: [], metrics: {}, ignoredLabels: [] },
  ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
}

const sendLines = (text: string, rules: Partial<Rules> = {}) =>
  send({
    ...{ form: 'lines', body: Buffer.from(text) },
    lines: { precision: 's', mapping: new Mapping({ ...plain, ...rules }) },
  })

const sendSeries = (all: readonly Record<string, string>[], rules: Partial<Rules> = {}) => {
  const time = now.getTime() - 1000
  const series = all.map((labels, i) => ({ labels, samples: [[time, i]] as const }))
  const mapping = new Mapping({ ...plain, metric: '{__name__}', ...rules })
  const protocol = 'remote-write' as const
  return send({
    ...{ form: 'series', body: remoteWrite(1, series) },
    series: { protocol, mapping },
  })
}

const time = now.getTime() / 1000 - 1

describe('a mapping', () => {
  test('builds ids and keys from several labels, using the first alternative that fits', async () => {
    const { written } = await sendLines(
      [
        `cab,kind=truck,no=1,part=ature temper=1 ${time}`,
        `cab,thing=truck-2 temperature=2 ${time}`,
      ].join('\n'),
      { thing: '{kind}-{no},{thing}', metric: '{field}{part},{field}' },
    )
    expect(written).toMatchObject([
      { thing: 1, value: 1 },
      { thing: 2, value: 2 },
    ])
  })

  test('drops native histograms and too many samples, too', async () => {
    const time = now.getTime() - 1000
    const samples = Array.from({ length: 10_001 }, (_, i) => [time - i, 1] as const)
    const body = remoteWrite(1, [
      { labels: { __name__: 'seconds', thing: 'truck-1' }, samples: [], histograms: 2 },
      { labels: { __name__: 'many', thing: 'truck-1' }, samples },
      { labels: { __name__: 'other', thing: 'truck-1' }, samples: [], histograms: 1 },
    ])
    const drop = [{ __name__: 'seconds' }, { __name__: 'many' }]
    const mapping = new Mapping({ ...plain, metric: '{__name__}', drop })
    const series = { protocol: 'remote-write', mapping } as const
    const { answer } = await send({ form: 'series', body, series })
    expect(answer).toMatchObject({ accepted: 0, rejected: 1, passedOver: 10_003 })
    expect(answer.errors).toMatchObject([{ pointer: '/body/2' }])
  })

  test('accepts what fits match and not drop, and does not count the rest', async () => {
    const text = [
      `cab,thing=truck-1,cpu=total temperature=1,door=t ${time}`,
      `cab,thing=truck-2,cpu=cpu0 temperature=2 ${time}`,
      `disk,thing=nobody used=3 ${time}`,
    ].join('\n')
    const { answer, written } = await sendLines(text, {
      match: [{ measurement: 'ca*' }],
      drop: [{ cpu: 'cpu*' }, { field: 'do*' }],
    })
    expect(answer).toMatchObject({ accepted: 1, rejected: 0, passedOver: 3, errors: [] })
    expect(written).toMatchObject([{ thing: 1, value: 1 }])
  })

  test('counts what is neither stored nor rejected', async () => {
    const drop = [{ job: 'others' }]
    const labels = { __name__: 'temperature', thing: 'truck-1' }
    const power = { __name__: 'power', thing: 'meter-1' }
    const { answer } = await sendSeries(
      [
        labels,
        // With the same time: the later one counts.
        labels,
        { ...labels, job: 'others' },
        power,
        // A metric that the thing's type ignores, and another series of it.
        { ...power, __name__: 'other' },
        { ...power, __name__: 'other', le: '1' },
      ],
      { drop },
    )
    expect(answer).toMatchObject({ accepted: 2, rejected: 0, passedOver: 4 })
    const { answer: lines } = await sendLines(`m,thing=meter-1 power=1,other=2 ${time}`)
    expect(lines).toMatchObject({ accepted: 1, rejected: 0, passedOver: 1 })
  })

  test('renames and scales metrics', async () => {
    const { written } = await sendLines(`cab,thing=truck-1 temp=41,door=t ${time}`, {
      metrics: { temp: { key: 'temperature', factor: 0.5, offset: -10 }, door: { factor: 3 } },
    })
    expect(written.map(({ value }) => value)).toEqual([10.5, 1])
  })

  test('rejects characters that an id cannot have, or replaces them', async () => {
    const text = `cab,thing=truck/:1 temp/erature=1 ${time}`
    const { answer } = await sendLines(text)
    expect(answer.errors).toMatchObject([{ detail: expect.stringContaining('must be 1 to 64') }])
    const replaced = await sendLines(text, {
      ...{ thing: '{thing}', invalidCharacters: 'replace' },
      metrics: { temp_erature: { key: 'temperature' } },
    })
    expect(replaced.answer.things).toMatchObject([{ thingId: 'truck_1' }])
  })

  test('ignores labels that distinguish no series', async () => {
    const replicas = ['a', 'b'].map((replica) => {
      return { __name__: 'temperature', thing: 'truck-1', replica }
    })
    const apart = await sendSeries(replicas)
    expect(apart.answer).toMatchObject({ accepted: 1, rejected: 1 })
    const { answer, written } = await sendSeries(replicas, { ignoredLabels: ['repl*'] })
    expect(answer).toMatchObject({ accepted: 1, rejected: 0 })
    expect(written).toMatchObject([{ value: 1 }])
  })

  test('that is strict rejects labels that it does not use', async () => {
    const labels = { __name__: 'temperature', thing: 'truck-1', job: 'cabs', rack: '7' }
    const strict = { unmappedLabels: 'refuse' } as const
    const { answer } = await sendSeries([labels], strict)
    expect(answer.errors).toMatchObject([
      { detail: expect.stringContaining('neither uses nor ignores: job, rack') },
    ])
    const more = { ...strict, ignoredLabels: ['rack'], match: [{ job: 'cabs' }] }
    expect((await sendSeries([labels], more)).answer).toMatchObject({ accepted: 1, rejected: 0 })
    // With a label that no single matcher fixes, series with two of its values would be indistinguishable.
    const loose = { ...more, match: [{ job: 'cabs' }, { job: 'others' }] }
    expect((await sendSeries([labels], loose)).answer).toMatchObject({ accepted: 0, rejected: 1 })
    const line = await sendLines(`cab,thing=truck-1,rack=7 temperature=1 ${time}`, strict)
    expect(line.answer.errors).toMatchObject([
      { detail: expect.stringContaining('measurement, rack') },
    ])
  })

  test('renames metrics that are no keys', async () => {
    const labels = { __name__: 'job:temp:avg', thing: 'truck-1' }
    const metrics = { 'job:temp:avg': { key: 'temperature', factor: 2 } }
    expect((await sendSeries([labels], { metrics })).answer).toMatchObject({ accepted: 1 })
  })

  test('renames metrics by their names after invalid characters are replaced', async () => {
    const labels = { __name__: 'job:temp:avg', thing: 'truck-1' }
    const metrics = { job_temp_avg: { key: 'temperature' } }
    const { answer } = await sendSeries([labels], { metrics, invalidCharacters: 'replace' })
    expect(answer).toMatchObject({ accepted: 1 })
  })

  test('of lines has labels for tags called `field` and `measurement`', async () => {
    const strict: Partial<Rules> = {
      ...{ metric: '{field}_{measurement}', unmappedLabels: 'refuse' },
      metrics: { temperature_cab: { key: 'temperature' }, temperature_a_b: { key: 'temperature' } },
    }
    const line = `cab,thing=truck-1,field=a,measurement=b temperature=1 ${time}`
    const refused = await sendLines(line, strict)
    expect(refused.answer.errors[0]?.detail).toMatch(/ignores: tag.field, tag.measurement$/)
    const ignoredLabels = ['tag.*']
    expect((await sendLines(line, { ...strict, ignoredLabels })).answer.accepted).toBe(1)
    const metric = '{field}_{tag.field}_{tag.measurement}'
    const all = { ...strict, metric, ignoredLabels: ['measurement'] }
    expect((await sendLines(line, all)).answer.accepted).toBe(1)
  })

  test('of lines ignores tags called `field` and `measurement` by their plain names', async () => {
    const ignoredLabels = ['field', 'measurement']
    const of = (tag: string) =>
      `cab,thing=truck-1,field=${tag},measurement=${tag} temperature=1 ${time}`
    for (const unmappedLabels of ['allow', 'refuse'] as const) {
      const rules = { ignoredLabels, unmappedLabels }
      const { answer } = await sendLines(`${of('a')}\n${of('b')}`, rules)
      expect(answer).toMatchObject({ rejected: 0 })
    }
  })

  test('does not fall back to another alternative if a label is too long for a key', async () => {
    const labels = { __name__: 'temperature', thing: 'truck-1', mode: 'x'.repeat(257) }
    const { answer } = await sendSeries([labels], { metric: '{__name__}_{mode},{__name__}' })
    expect(answer).toMatchObject({ accepted: 0, rejected: 1 })
    expect(answer.errors[0]?.detail).toContain('of 1 to 256 characters')
  })
})

describe('lines of one thing and time', () => {
  const mapping = mappingBy('thing', '{field}')
  const lines = { precision: 's', mapping } as const
  const sendPlain = (...texts: string[]) =>
    send({ form: 'lines', body: Buffer.from(texts.join('\n')), lines })

  test('that map to one sample are rejected except for the first, and named', async () => {
    const { answer, written } = await sendPlain(
      `cpu,thing=truck-1,cpu=cpu0 temperature=1,door=t ${time}`,
      `cpu,thing=truck-1,cpu=cpu1 temperature=2 ${time}`,
      `mem,thing=truck-1 temperature=3 ${time}`,
    )
    expect(answer).toMatchObject({ accepted: 2, rejected: 2 })
    const lost = expect.stringContaining('would be temperature of truck-1, as another series')
    expect(answer.errors).toEqual([
      { pointer: '/body/2/temperature', detail: lost },
      { pointer: '/body/3/temperature', detail: lost },
    ])
    expect(written.map(({ value }) => value)).toEqual([1, 1])
  })

  test('with the same tags are one series, whose last sample counts', async () => {
    const { answer } = await sendPlain(
      `cab,thing=truck-1,a=1,b=2 temperature=1 ${time}`,
      `cab,b=2,a=1,thing=truck-1 temperature=2 ${time}`,
    )
    expect(answer).toMatchObject({ rejected: 0, errors: [] })
  })

  test('at different times may differ in other tags', async () => {
    const { answer } = await sendPlain(
      `cab,thing=truck-1,quality=good temperature=1 ${time}`,
      `cab,thing=truck-1,quality=bad temperature=2 ${time - 1}`,
    )
    expect(answer).toMatchObject({ accepted: 2, rejected: 0 })
  })

  test('of things that ignore unknown metrics are rejected only if data would be lost', async () => {
    const { answer } = await sendPlain(
      `m,thing=meter-1,cpu=0 power=1,other=1 ${time}`,
      `m,thing=meter-1,cpu=1 other=2 ${time}`,
    )
    expect(answer).toMatchObject({ accepted: 1, errors: [] })
  })

  test('with over 128 tags are rejected', async () => {
    const tags = Array.from({ length: 129 }, (_, i) => `,t${i}=1`).join('')
    const { answer } = await sendPlain(`m,thing=truck-1${tags} temperature=1 ${time}`)
    expect(answer.errors).toMatchObject([{ detail: 'has over 128 tags' }])
  })
})
