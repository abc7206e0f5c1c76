import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

/** Creates a thing with a generated id, so that a second creation would be detected. */
function create(idempotencyKey: string, name = 'Bus', by = at.admin) {
  const body = { name, thingTypeId: 'truck', labels: { b: '1', a: '2' } }
  return send(api.url, 'things.create', { body }, by, { 'Idempotency-Key': idempotencyKey })
}

const countThings = () => api.core.db.thing.count({ where: { organizationId: at.tenant.id } })
const countKept = () => api.core.db.keptAnswer.count({ where: { organizationId: at.tenant.id } })

test('a repeated call gets the first answer byte by byte, marked as replayed', async () => {
  const first = await create('retry-1')
  const again = await create('retry-1')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.text).toBe(first.text)
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await countThings()).toBe(2)
})

test('a repeated call may have the members of its body in another order', async () => {
  const body = { name: 'Bus', thingTypeId: 'truck' }
  const turned = { thingTypeId: 'truck', name: 'Bus' }
  const headers = { 'Idempotency-Key': 'order' }
  const first = await send(api.url, 'things.create', { body }, at.admin, headers)
  const again = await send(api.url, 'things.create', { body: turned }, at.admin, headers)
  expect(again.text).toBe(first.text)
})

test('a different call with the same Idempotency-Key is rejected', async () => {
  await create('used')
  const otherBody = await create('used', 'Tram')
  const headers = { 'Idempotency-Key': 'used' }
  const body = { name: 'Yard 2', timezone: 'Europe/Oslo' }
  const otherRow = await send(api.url, 'sites.create', { body }, at.admin, headers)
  for (const answer of [otherBody, otherRow]) {
    expect([answer.status, codeOf(answer)]).toEqual([422, 'idempotency-mismatch'])
  }
  expect(await countThings()).toBe(2)
})

test('two API keys can use the same Idempotency-Key independently', async () => {
  const other = (await at.tenant.mint()).key
  const [first, second] = [await create('1'), await create('1', 'Bus', other)]
  expect(second.json.id).not.toBe(first.json.id)
})

test('of concurrent repeated calls one runs, and the others get 409 or its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create('race')))
  const done = answers.filter(({ status }) => status === 201)
  expect(new Set(done.map(({ json }) => json.id)).size).toBe(1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1'])
  }
  expect(await countThings()).toBe(2)
})

test('an Idempotency-Key can be used again after a day, even before the sweep', async () => {
  const first = await create('daily')
  api.clock.advance(24 * 3600)
  const next = await create('daily')
  expect(next.json.id).not.toBe(first.json.id)
  expect(await countKept()).toBe(1)
})

test('a rejected call stores nothing: once corrected, it may reuse its Idempotency-Key', async () => {
  const body = { name: 'Bus', thingTypeId: 'nothing' }
  const headers = { 'Idempotency-Key': 'mended' }
  expect((await send(api.url, 'things.create', { body }, at.admin, headers)).status).toBe(400)
  expect((await create('mended')).status).toBe(201)
})

test('the string of a created key is never stored, and a repeated call creates no second key', async () => {
  const scopes = [{ action: 'read', resourceFilter: 'THING/#/#' }]
  const body = { keyType: 'External', name: 'partner', scopes }
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await send(api.url, 'keys.create', { body }, at.admin, headers)
  const again = await send(api.url, 'keys.create', { body }, at.admin, headers)
  expect([again.status, codeOf(again)]).toEqual([409, 'conflict'])
  expect(again.json.detail).toContain(first.json.id)
  expect(again.headers.get('retry-after')).toBeNull()
  const kept = await api.core.db.keptAnswer.findMany({ where: { organizationId: at.tenant.id } })
  expect(kept.map(({ answer }) => JSON.parse(answer))).toMatchObject([{ id: first.json.id }])
  expect(kept[0]?.answer).not.toContain(first.json.key)
  expect(await api.core.db.key.count({ where: { organizationId: at.tenant.id } })).toBe(2)
})

test('a repeat of what made a secret says how to get another', async () => {
  const params = { integrationId: 'secretive' }
  const url = 'https://hooks.example/in'
  const body = { id: 'secretive', name: 'Hook', url, eventTypes: ['thing.created'] }
  const calls = [
    ['integrations.create', { body }],
    ['integrations.rotateSecret', { params, body: {} }],
  ] as const
  for (const [name, call] of calls) {
    const headers = { 'Idempotency-Key': name }
    const first = await send(api.url, name, call, at.admin, headers)
    expect(first.json.secret, first.text).toMatch(/^whsec_/)
    const again = await send(api.url, name, call, at.admin, headers)
    expect([again.status, again.json.detail]).toEqual([
      409,
      'The first call with this Idempotency-Key made the secret of secretive, which only its answer showed. If it is lost, rotate it with a new Idempotency-Key.',
    ])
  }
})

test.each(['', 'two words', 'é', 'x'.repeat(256)])(
  'the Idempotency-Key %j is rejected',
  async (string) => {
    const answer = await create(string)
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([
      400,
      '/headers/Idempotency-Key',
    ])
  },
)

describe('a repeat that the change itself stands in the way of', () => {
  const params = { thingId: 'truck-1' }
  const headers = { 'Idempotency-Key': 'again' }
  const drop = (by = at.admin, thingId = 'truck-1') =>
    send(api.url, 'things.delete', { params: { thingId } }, by, headers)

  test('is answered as before: a deletion', async () => {
    const answers = [await drop(), await drop()]
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true')
    const plain = await send(api.url, 'things.delete', { params }, at.admin)
    const other = await drop((await at.tenant.mint()).key)
    const another = await drop(at.admin, 'truck-9')
    expect([plain, other, another].map(codeOf)).toEqual(Array(3).fill('not-found'))
  })

  test('is answered as before: an update with the etag of then', async () => {
    const read = await send(api.url, 'things.get', { params }, at.admin)
    const { etag } = read.json
    const rename = (ifMatch: string) =>
      send(api.url, 'things.update', { params, body: { name: 'Tram' } }, at.admin, {
        ...headers,
        'If-Match': ifMatch,
      })
    const first = await rename(`"${etag}"`)
    const again = await rename(`"${etag}"`)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(codeOf(await rename(`"${first.json.etag}"`))).toBe('idempotency-mismatch')
    expect(Number(first.json.etag)).toBe(Number(etag) + 1)
  })

  test('shows no more than the key may read by then', async () => {
    const scopes = [{ action: '*' as const, resourceFilter: '#' }]
    const { id: keyId, key } = await at.tenant.mint({ scopes })
    const rename = () =>
      send(api.url, 'things.update', { params, body: { name: 'Tram' } }, key, headers)
    const first = await rename()
    const narrow = [{ action: 'read' as const, resourceFilter: 'KEY/#' }]
    await at.tenant.act('keys.update', { params: { keyId }, body: { scopes: narrow } })
    const again = await rename()
    expect([first.status, again.status]).toEqual([200, 200])
    const { id, createdAt, updatedAt, etag } = first.json
    expect(again.json).toEqual({ id, createdAt, updatedAt, etag })
    expect((await send(api.url, 'things.get', { params }, key)).status).toBe(404)
  })
})

test('what changes nothing is not kept: a repeat is judged anew', async () => {
  const call = { params: { thingId: 'truck-1' }, body: { name: 'Truck 1' } }
  const headers = { 'Idempotency-Key': 'none' }
  const answers = [
    await send(api.url, 'things.update', call, at.admin, headers),
    await send(api.url, 'things.update', call, at.admin, headers),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.headers.get('idempotency-replayed')).toBeNull()
  expect(await countKept()).toBe(0)
})
