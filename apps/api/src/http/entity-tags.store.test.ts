/** ETag, If-None-Match and If-Match of every row that returns a single resource. */
import { gunzipSync } from 'node:zlib'
import { type ActorName, actorNames, carriesEtag, operations, takesIfMatch } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { rawTo } from '../testing/raw.ts'
import { sampleCalls } from '../testing/sample-calls.ts'
import { codeOf, send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const readers = actorNames.filter((name) => carriesEtag(operations[name]))
const writerOf = (name: ActorName) => name.replace(/\.get$/, '.update') as ActorName

/** A resource, and how the test's key reads and changes it. */
async function sceneOf(name: ActorName, key = at.admin) {
  const { params = {}, body } = await sampleCalls[writerOf(name)](at.tenant)
  const read = (headers = {}, query = {}, by = key) =>
    send(api.url, name, { params, query }, by, headers)
  const change = (ifMatch: string) =>
    send(api.url, writerOf(name), { params, body }, key, { 'If-Match': ifMatch })
  const path = operations[name].path.replace(/\{\w+\}/, Object.values(params)[0] ?? '')
  return { read, change, path }
}

const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? 'none'

test('all rows that read one resource by its id carry an ETag', () => {
  const singles = actorNames.filter((name) => name.endsWith('.get'))
  expect(readers.toSorted()).toEqual(singles.toSorted())
})

test.each(actorNames.filter((name) => operations[name].method !== 'GET'))(
  '%s answers 412 to another etag if its row takes If-Match, and only then',
  async (name) => {
    const call = await sampleCalls[name](at.tenant)
    const { status } = await send(api.url, name, call, at.admin, { 'If-Match': '"0"' })
    expect(status === 412).toBe(takesIfMatch(operations[name]))
  },
)

describe.each(readers)('%s', (name) => {
  test('answers 304 without content while its answer would be the same', async () => {
    const { read } = await sceneOf(name)
    const first = await read()
    expect(etagOf(first)).toMatch(new RegExp(`^"${first.json.etag}\\.[\\w-]{16}"$`))
    for (const held of [etagOf(first), `W/${etagOf(first)}`, `"x", ${etagOf(first)}`, '*']) {
      const again = await read({ 'If-None-Match': held })
      expect([again.status, again.text, etagOf(again)]).toEqual([304, '', etagOf(first)])
      expect(again.headers.get('ratelimit')).toMatch(/^"standard";r=\d+;t=\d+$/)
      expect(again.headers.get('content-type')).toBeNull()
    }
    const other = await read({ 'If-None-Match': `"x", "${first.json.etag}"` })
    expect([other.status, other.text]).toEqual([200, first.text])
  })

  test('answers HEAD likewise', async () => {
    const { read, path } = await sceneOf(name)
    const head = (headers = {}) =>
      fetch(api.url + path, { method: 'HEAD', headers: { 'X-Api-Key': at.admin, ...headers } })
    const etag = etagOf(await read())
    const full = await head()
    expect([full.status, etagOf(full)]).toEqual([200, etag])
    const known = await head({ 'If-None-Match': etag })
    expect([known.status, etagOf(known)]).toEqual([304, etag])
  })

  test('judges key and scopes first', async () => {
    const { read } = await sceneOf(name)
    const scopes = [{ action: 'write' as const, resourceFilter: '#' }]
    const { key } = await at.tenant.mint({ scopes })
    const plain = await read({}, {}, key)
    expect(plain.status).toBeGreaterThanOrEqual(403)
    const known = await read({ 'If-None-Match': '*' }, {}, key)
    expect([known.status, codeOf(known)]).toEqual([plain.status, codeOf(plain)])
    expect(etagOf(known)).toBe('none')
    expect((await read({ 'If-None-Match': '*' }, {}, 'svcad_x')).status).toBe(401)
  })

  test('has another ETag after a change, and changes take its ETag as If-Match', async () => {
    const { read, change } = await sceneOf(name)
    const before = etagOf(await read())
    expect((await change(before)).status).toBe(200)
    const after = await read({ 'If-None-Match': before })
    expect(after.status).toBe(200)
    expect(etagOf(after)).not.toBe(before)
    expect((await change(before)).status).toBe(412)
    expect((await change(etagOf(after))).status).toBe(200)
  })

  test('is changed by one of many who send its ETag at once; the others get 412', async () => {
    const { read, change } = await sceneOf(name)
    const etag = etagOf(await read())
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(etag)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)])
  })

  test('has an ETag for each selection of fields', async () => {
    const { read } = await sceneOf(name)
    const etag = etagOf(await read())
    const part = await read({ 'If-None-Match': etag }, { fields: 'id' })
    expect([part.status, Object.keys(part.json)]).toEqual([200, ['id']])
    const known = await read({ 'If-None-Match': etagOf(part) }, { fields: 'id' })
    expect(known.status).toBe(304)
  })
})

test('what changes without a write changes the ETag, but does not stand in the way of a change', async () => {
  const { read, change } = await sceneOf('things.get')
  const before = await read()
  const frame = { timestamp: api.clock().toISOString(), values: { temperature: 4 } }
  const params = { thingId: 'truck-1' }
  await at.tenant.act('telemetry.ingest', { params, query: {}, body: frame })
  await api.core.lastSeen.flush()
  const after = await read({ 'If-None-Match': etagOf(before) })
  expect(after.json).toEqual({
    ...before.json,
    ...{ lastSeenAt: frame.timestamp, freshness: null },
  })
  expect(etagOf(after)).not.toBe(etagOf(before))
  expect((await change(etagOf(before))).status).toBe(200)
})

test('the use of a key, and its expiry, change the ETag of the key', async () => {
  const expiresAt = new Date(api.clock().getTime() + 60_000).toISOString()
  const { id: keyId, key } = await at.tenant.mint({ expiresAt })
  const read = (held = '') =>
    send(api.url, 'keys.get', { params: { keyId } }, at.admin, { 'If-None-Match': held })
  const unused = await read()
  expect((await read(etagOf(unused))).status).toBe(304)
  await send(api.url, 'keys.self', {}, key)
  await api.core.lastSeen.flush()
  const used = await read(etagOf(unused))
  expect(used.json.lastUsedAt).toBe(api.clock().toISOString())
  api.clock.advance(61)
  const expired = await read(etagOf(used))
  expect([expired.json.status, expired.json.etag]).toEqual(['Expired', unused.json.etag])
})

test('each encoding has an ETag of its own, and any of them is known', async () => {
  const attributes = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`a${i}`, 'value']))
  const params = { thingId: 'truck-1' }
  await at.tenant.act('things.update', { params, body: { attributes } })
  const ask = async (fields: string) => {
    const head = `GET /v2/thing/truck-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: ${at.admin}\r\n`
    const answer = await rawTo(api.url, `${head}${fields}\r\n`)
    const [lines = '', body = ''] = answer.split(/\r\n\r\n(.*)/s)
    return {
      status: lines.slice(9, 12),
      etag: /\r\nETag: (.*)/.exec(lines)?.[1] ?? '',
      lines,
      body,
    }
  }
  const plain = await ask('')
  const short = await ask('Accept-Encoding: gzip\r\n')
  expect(gunzipSync(Buffer.from(short.body, 'latin1')).toString('latin1')).toBe(plain.body)
  expect(short.etag).toBe(plain.etag.replace(/"$/, '-gzip"'))
  for (const { etag } of [plain, short]) {
    const known = await ask(`Accept-Encoding: gzip\r\nIf-None-Match: ${etag}\r\n`)
    expect([known.status, known.etag, known.body]).toEqual(['304', etag, ''])
    expect(known.lines).toContain('\r\nVary: Accept-Encoding')
    expect(known.lines).not.toMatch(/content-(encoding|length)/i)
  }
})

test('lists, series and the calling key carry no ETag', async () => {
  for (const name of ['things.list', 'telemetry.recent', 'keys.self'] as const) {
    const answer = await send(api.url, name, await sampleCalls[name](at.tenant), at.admin, {
      'If-None-Match': '*',
    })
    expect([answer.status, etagOf(answer)]).toEqual([200, 'none'])
  }
})
