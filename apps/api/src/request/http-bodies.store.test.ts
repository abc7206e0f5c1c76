import { gzipSync, zstdCompressSync } from 'node:zlib'
import { callLimits } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyRequest, expectProblem } from '../testing/any-request.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
let key: string
beforeAll(async () => {
  key = (await (await newTenant(api.core)).mint()).key
})

const { request, post } = anyRequest(() => ({ url: api.url, key }))

describe('a request body', () => {
  test.each([
    ['text', 'nope'],
    ['half of an object', '{"name": "x"'],
    ['two values', '{} {}'],
    ['a comment', '{/* */}'],
    ['NaN', '{"name": NaN}'],
    ['a byte-order mark twice', '\ufeff\ufeff{}'],
  ])('that is not JSON is rejected: %s', async (_, body) => {
    const answer = await post('/v2/sites', body)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors).toEqual([
      { pointer: '/body', detail: expect.stringMatching(/^is not JSON: /) },
    ])
  })

  test.each([
    ['short', '1', '/body/attributesSchema'],
    ['long', '"a value that is longer than others are"', '/body'],
  ])('that is %s and has an object of too many members is rejected', async (_, value, pointer) => {
    const { bodyMembers } = callLimits
    const faultsWith = async (count: number) => {
      const members = Array.from({ length: count }, (_, i) => `"x${i}":${value}`)
      const schema = `{"properties":{${members.join()}}}`
      const body = `{"id":"many","name":"Many","attributesSchema":${schema}}`
      expect(body.length > 64 * 1024).toBe(value !== '1')
      const answer = await post('/v2/thing-types', body)
      expectProblem(answer, 400, 'invalid-request')
      return answer.json.errors
    }
    const detail = `must have at most ${bodyMembers} members an object`
    expect(await faultsWith(bodyMembers + 1)).toEqual([{ pointer, detail }])
    expect(JSON.stringify(await faultsWith(bodyMembers))).not.toContain(detail)
  })

  test('that repeats a name many times has one member of it', async () => {
    const body = `{${'"name":"x",'.repeat(3 * callLimits.bodyMembers)}"name":"Last"}`
    expect(body.length).toBeGreaterThan(64 * 1024)
    const answer = await post('/v2/sites', body)
    expect([answer.status, answer.json.name]).toEqual([201, 'Last'])
  })

  test.each([
    ['a label', '/v2/sites', '"labels":{"__proto__":"a"}', '/body/labels'],
    [
      'a property of a schema',
      '/v2/thing-types',
      '"attributesSchema":{"properties":{"__proto__":{}}}',
      '/body/attributesSchema/properties',
    ],
  ])(
    'that names %s __proto__, which no store keeps, is rejected',
    async (_, path, field, pointer) => {
      const answer = await post(path, `{"name":"X",${field}}`)
      expectProblem(answer, 400, 'invalid-request')
      const detail = 'has a member whose name must not be __proto__'
      expect(answer.json.errors).toEqual([{ pointer, detail }])
    },
  )

  test('that has a number beyond a double is rejected', async () => {
    const schema = '{"properties":{"a":{"default":1e400}}}'
    const answer = await post('/v2/thing-types', `{"name":"X","attributesSchema":${schema}}`)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors).toEqual([
      {
        pointer: '/body/attributesSchema/properties/a/default',
        detail: 'must be a finite number',
      },
    ])
  })

  test('is not quoted in the error when it is invalid', async () => {
    const answer = await post('/v2/keys', '{"password": "hunter2", oops}')
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('hunter2')
    expect(answer.text).not.toContain('oops')
  })

  test('that is not UTF-8 is rejected', async () => {
    const answer = await post('/v2/sites', Buffer.from('{"name": "\xff\xfe"}', 'latin1'))
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors[0].detail).toContain('not UTF-8')
  })

  test.each([
    ['text/plain', 'text/plain'],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x', 'multipart/form-data'],
    ['', 'not a media type'],
    ['nonsense', 'not a media type'],
  ])('of the type %j is rejected', async (type, reported) => {
    const answer = await post('/v2/sites', Buffer.from('{"name":"x"}'), { 'Content-Type': type })
    expectProblem(answer, 415, 'unsupported-media-type')
    expect(answer.json.detail).toContain(reported)
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
  ])('of the type %s is accepted', async (type) => {
    const answer = await post('/v2/sites', '{"name":"x"}', { 'Content-Type': type })
    expect(answer.status, answer.text).toBe(201)
  })

  test('that is missing is reported as required', async () => {
    const answer = await post('/v2/sites', null)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors).toEqual([{ pointer: '/body', detail: 'is required' }])
  })

  test('without a Content-Type is rejected', async () => {
    const body = Buffer.from('{"name":"x"}')
    const answer = await request('/v2/sites', { method: 'POST', body })
    expectProblem(answer, 415, 'unsupported-media-type')
    expect(answer.json.detail).toContain('send Content-Type')
  })

  test('is rejected by an operation that takes none', async () => {
    const answer = await post('/v2/key/abc/revoke', '{}')
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors[0].detail).toBe('must be absent: this operation takes no body')
  })
})

describe('a compressed body', () => {
  const site = Buffer.from('{"name":"x"}')
  const gzip = { 'Content-Encoding': 'gzip' }

  test('is decompressed', async () => {
    expect((await post('/v2/sites', gzipSync(site), gzip)).status).toBe(201)
    const zstd = await post('/v2/sites', zstdCompressSync(site), { 'Content-Encoding': 'zstd' })
    expect(zstd.status).toBe(201)
  })

  test.each([
    ['cut short', gzipSync(site).subarray(0, -6)],
    ['not gzip at all', site],
    [
      'sent with a wrong checksum',
      Buffer.concat([gzipSync(site).subarray(0, -8), Buffer.alloc(8)]),
    ],
    ['empty', Buffer.from(' ')],
  ])('that is %s is rejected', async (_, body) => {
    const answer = await post('/v2/sites', body, gzip)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors[0].pointer).toBe('/body')
  })

  test('in an unsupported encoding is rejected', async () => {
    const answer = await post('/v2/sites', site, { 'Content-Encoding': 'br' })
    expectProblem(answer, 415, 'unsupported-media-type')
    expect(answer.response.headers.get('accept-encoding')).toBe('gzip, zstd')
    const text = await post('/v2/sites', site, { 'Content-Type': 'text/plain' })
    expectProblem(text, 415, 'unsupported-media-type')
    expect(text.response.headers.has('accept-encoding')).toBe(false)
  })

  test('that decompresses beyond the limit is rejected', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    const answer = await post('/v2/sites', bomb, gzip)
    expectProblem(answer, 413, 'body-too-large')
    expect(answer.json.detail).toContain('1048576 bytes (after decompression)')
  })
})

describe('a body beyond the limit', () => {
  const large = Buffer.alloc(3 * 1024 * 1024, ' ')

  test('is rejected, and the client receives the answer', async () => {
    for (let i = 0; i < 3; i += 1) {
      expectProblem(await post('/v2/sites', large), 413, 'body-too-large')
    }
  })

  test('is rejected also without a Content-Length', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 3; i += 1) controller.enqueue(large.subarray(0, 1024 * 1024))
        controller.close()
      },
    })
    const answer = await request('/v2/sites', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: chunks,
      ...{ duplex: 'half' },
    })
    expectProblem(answer, 413, 'body-too-large')
  })

  test('is not read from a caller without a valid key', async () => {
    const answer = await request('/v2/sites', {
      method: 'POST',
      as: 'nonsense',
      headers: { 'Content-Type': 'application/json' },
      body: large,
    })
    expectProblem(answer, 401, 'key-malformed')
  })

  test('of an invalid type from a caller without a valid key is answered with 401', async () => {
    const headers = { 'Content-Type': 'nonsense' }
    const answer = await request('/v2/sites', {
      ...{ method: 'POST', as: 'nonsense', headers, body: large },
    })
    expectProblem(answer, 401, 'key-malformed')
  })

  test('is read by an operation with a higher limit', async () => {
    const answer = await post('/v2/thing/truck-1/data', large)
    expectProblem(answer, 400, 'invalid-request')
  })
})
