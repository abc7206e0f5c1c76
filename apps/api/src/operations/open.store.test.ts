/** The matrix of all operations: public ones. */
import { type Operation, openLimit, openNames, operations } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { sampleCalls } from '../testing/sample-calls.ts'
import { codeOf, send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

describe.each(openNames)('%s', (name) => {
  const row: Operation = operations[name]
  const call = () => newTenant(api.core).then(sampleCalls[name])

  test('answers as the contract says, with and without a key', async () => {
    for (const key of [undefined, 'svcex_nonsense']) {
      const answer = await send(api.url, name, await call(), key)
      expect(answer.status, answer.text).toBe(row.status)
      expect(row.response.safeParse(answer.json).error).toBeUndefined()
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('ratelimit-policy')).toBe(`"open";q=${openLimit.perMinute};w=60`)
    }
  })

  test('rejects an address whose bucket is empty, and no other', async () => {
    const headers = { 'X-Forwarded-For': `192.0.2.${openNames.indexOf(name)}` }
    const address = headers['X-Forwarded-For']
    for (let i = 0; i < openLimit.burst; i += 1) api.core.addresses.takeOpen(address)
    const answer = await send(api.url, name, await call(), undefined, headers)
    expect([answer.status, codeOf(answer)]).toEqual([429, 'rate-limited'])
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('ratelimit')).toMatch('"open";r=0;')
    expect((await send(api.url, name, await call(), undefined)).status).toBe(row.status)
  })

  test('rejects unknown parameters and fields, with a pointer', async () => {
    const { body } = await call()
    const query = await send(api.url, name, { body, query: { nope: '1' } }, undefined)
    expect(query.json.errors).toContainEqual(expect.objectContaining({ pointer: '/query/nope' }))
    const wrong = await send(api.url, name, { body: { nope: true } }, undefined)
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'invalid-request'])
    expect(wrong.json.errors[0].pointer).toMatch(/^\/body/)
  })
})
