import type { Call, Scope } from '@sluice/contract'
import { otlpJson, remoteWrite, type TestSeries } from '@sluice/telemetry/testing'
import { compressSync } from 'snappy'
import { beforeEach, describe, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const time = Date.parse('2026-06-01T11:00:00Z')

beforeEach(async () => {
  const { act } = at.tenant
  await act('things.create', { body: { id: 'yard-a7', name: 'A7', thingTypeId: 'truck' } })
})

const create = (body: Partial<Call<'mappings.create'>['body']>) =>
  at.tenant.act('mappings.create', {
    body: { id: 'm', name: 'm', protocol: 'influx', thing: '{site}-{device}', ...body },
  })

const recent = async (thingId: string) => {
  const { metrics } = await at.tenant.act('telemetry.recent', { params: { thingId }, query: {} })
  return metrics.temperature?.value
}

async function post(path: string, body: string | Uint8Array, headers: Record<string, string>) {
  const all = { 'X-Api-Key': at.admin, ...headers }
  const response = await fetch(api.url + path, {
    method: 'POST',
    body: body as never,
    headers: all,
  })
  return { status: response.status, text: await response.text() }
}

const lines = (value: number) => `cab,site=yard,device=a7 temperature=${value} ${time}000000`
const series = (value: number): TestSeries => ({
  labels: { __name__: 'temperature', site: 'yard', device: 'a7' },
  samples: [[time, value]],
})
const points = (value: number) => [
  { name: 'temperature', attributes: { site: 'yard', device: 'a7' }, time, value },
]

const protocols = [
  ['influx', '/api/v2/write', '/v2/data/influx', 204, lines, {}],
  [
    'prometheus',
    '/api/v1/write',
    '/v2/data/prometheus',
    204,
    (value: number) => compressSync(remoteWrite(1, [series(value)])),
    { 'Content-Encoding': 'snappy', 'Content-Type': 'application/x-protobuf' },
  ],
  [
    'otlp',
    '/v1/metrics',
    '/v2/data/otlp',
    200,
    (value: number) => JSON.stringify(otlpJson(points(value))),
    { 'Content-Type': 'application/json' },
  ],
] as const

describe.each(protocols)('a mapping of %s', (protocol, path, row, stored, bodyOf, headers) => {
  test('maps where a call names it', async () => {
    await create({ protocol })
    const plain = await post(path, bodyOf(1), headers)
    expect(plain.text).toContain('names its thing')
    expect((await post(`${path}?mapping=m`, bodyOf(2), headers)).status).toBe(stored)
    expect(await recent('yard-a7')).toBe(2)
    expect((await post(`${row}?mapping=m`, bodyOf(3), headers)).status).toBe(200)
    expect(await recent('yard-a7')).toBe(3)
  })

  test('maps as the default with nothing but a URL and a token', async () => {
    await create({ protocol, isDefault: true })
    expect((await post(path, bodyOf(4), headers)).status).toBe(stored)
    expect(await recent('yard-a7')).toBe(4)
    const own = await post(`${path}?thing=vehicle`, bodyOf(5), headers)
    expect(own.text).toContain('no ')
    expect(await recent('yard-a7')).toBe(4)
  })

  test('creates things where it says so, by keys that may', async () => {
    await create({ protocol, isDefault: true, thing: '{device}', createMissing: 'truck' })
    const others: Scope[] = [
      { action: 'read', resourceFilter: '#' },
      { action: 'write', resourceFilter: 'THING/truck/b2' },
    ]
    const { key } = await at.tenant.mint({ scopes: others })
    const refused = await post(path, bodyOf(6), { ...headers, 'X-Api-Key': key })
    expect(refused.text).toContain('THING/truck/a7')
    const writes: Scope[] = [{ action: 'write', resourceFilter: 'THING/truck/#' }]
    const writer = (await at.tenant.mint({ scopes: writes })).key
    const answer = await post(path, bodyOf(7), { ...headers, 'X-Api-Key': writer })
    expect(answer.status).toBe(stored)
    expect(await recent('a7')).toBe(7)
  })

  test('is refused where there is none of this protocol, or labels are said as well', async () => {
    await create({ protocol: protocol === 'influx' ? 'otlp' : 'influx', thing: 'x' })
    for (const query of ['mapping=m', 'mapping=none', 'mapping=m&thing=host']) {
      const { status, text } = await post(`${row}?${query}`, bodyOf(8), headers)
      const pointer = query.includes('thing') ? '/query/thing' : '/query/mapping'
      expect([status, text]).toEqual([400, expect.stringContaining(pointer)])
    }
  })

  test('of another organization is none', async () => {
    await create({ protocol, isDefault: true })
    const other = (await (await newTenant(api.core)).mint()).key
    const theirs = { ...headers, 'X-Api-Key': other }
    expect((await post(`${row}?mapping=m`, bodyOf(9), theirs)).text).toContain('/query/mapping')
    expect((await post(path, bodyOf(9), theirs)).text).toContain('names its thing')
  })
})

describe('trying a mapping', () => {
  const tryIt = async (body: Call<'mappings.try'>['body'], key = at.admin) => {
    const params = { mappingId: 'm' }
    const { json } = await send(api.url, 'mappings.try', { params, body }, key)
    return json
  }

  test('says what each sample would become, and changes nothing', async () => {
    await create({ createMissing: 'truck', drop: [{ measurement: 'noise' }] })
    const text = [
      lines(21),
      'cab,site=yard,device=a7 temperature=99',
      'cab,site=yard,device=new temperature=1',
      'cab,site=yard temperature=1',
      'cab,site=yard,device=a7 speed=1',
      'noise,site=yard,device=a7 level=1',
      'broken',
    ].join('\n')
    const { samples, errors } = await tryIt({ text })
    expect(samples).toEqual([
      {
        ...{ source: 'cab,site=yard,device=a7 temperature', thingId: 'yard-a7' },
        ...{ metric: 'temperature', value: 21, timestamp: '2026-06-01T11:00:00.000Z' },
        ...{ outcome: 'accepted', createsThing: false, detail: null },
        unmappedLabels: ['measurement'],
      },
      expect.objectContaining({ outcome: 'rejected', detail: 'must be at most 60' }),
      expect.objectContaining({ outcome: 'accepted', thingId: 'yard-new', createsThing: true }),
      expect.objectContaining({ outcome: 'rejected', thingId: null, metric: null }),
      expect.objectContaining({
        ...{ outcome: 'rejected', metric: 'speed' },
        detail: expect.stringContaining('has no metric speed'),
      }),
      expect.objectContaining({ outcome: 'dropped', detail: 'fits drop' }),
    ])
    expect(errors).toEqual([{ pointer: '/body/text/7', detail: 'has no fields' }])
    expect(await recent('yard-a7')).toBeUndefined()
    const { items } = await at.tenant.act('things.list', { query: { text: 'yard-new' } })
    expect(items).toEqual([])
  })

  test('names series that would collide, and the labels that distinguish them', async () => {
    await create({ protocol: 'prometheus' })
    const sample = (mode: string) => `temperature{site="yard",device="a7",mode="${mode}"} 1 ${time}`
    const text = ['# HELP temperature', sample('idle'), sample('user')].join('\n')
    const found = await tryIt({ text })
    expect(found.samples.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'accepted',
      'rejected',
    ])
    expect(found.collisions).toMatchObject([
      { thingId: 'yard-a7', metric: 'temperature', labels: ['mode'] },
    ])
    const change = { metric: '{__name__}_{mode}' }
    expect((await tryIt({ text, change })).collisions).toEqual([])
    expect(
      await at.tenant.act('mappings.get', { params: { mappingId: 'm' }, query: {} }),
    ).toMatchObject({
      metric: '{__name__}',
    })
  })

  test('shows no more than the caller may read', async () => {
    await create({})
    const scopes: Scope[] = [{ action: 'read', resourceFilter: 'DEFINITION/Mapping/m' }]
    const { key } = await at.tenant.mint({ scopes })
    const hidden = await tryIt({ text: lines(1) }, key)
    const missing = await tryIt({ text: lines(1).replace('a7', 'none') }, key)
    expect(hidden.samples[0].detail.replace('a7', 'none')).toBe(missing.samples[0].detail)
    expect((await tryIt({ text: lines(1) }, at.admin)).samples[0].outcome).toBe('accepted')
  })

  test('reads points of OpenTelemetry in JSON, and at most 200 samples', async () => {
    await create({ protocol: 'otlp' })
    const text = JSON.stringify(otlpJson(points(5)))
    expect((await tryIt({ text })).samples).toMatchObject([{ outcome: 'accepted', value: 5 }])
    expect((await tryIt({ text: '{' })).errors).toMatchObject([{ pointer: '/body/text' }])
    const many = JSON.stringify(otlpJson(Array.from({ length: 201 }, () => points(1)).flat()))
    const { samples, truncated } = await tryIt({ text: many })
    expect([samples.length, truncated]).toEqual([200, true])
  })
})
