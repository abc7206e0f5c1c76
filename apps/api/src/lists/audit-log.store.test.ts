import { expect, test } from 'vitest'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

test('the audit log is paged as CSV for a client that accepts CSV', async () => {
  const tenant = await newTenant(api.core)
  const { id, key } = await tenant.mint({ name: '=cmd|"calc"!A1' })
  await tenant.act('keys.revoke', { params: { keyId: id } })
  const reader = await tenant.mint({
    scopes: [
      { action: 'read', resourceFilter: 'ORGANIZATION' },
      { action: 'read', resourceFilter: 'KEY/#' },
    ],
  })
  const headers = { 'X-Api-Key': reader.key, Accept: 'text/csv' }
  const query = `resource=KEY/${id}&limit=1&fields=operation,actor.name,after.name`
  const wrong = await fetch(`${api.url}/v2/audit-log?${query}`, { headers })
  expect(wrong.status).toBe(400)
  expect(wrong.headers.get('content-type')).toBe('application/problem+json')
  const start = `${api.url}/v2/audit-log?resource=KEY/${id}&limit=1&fields=operation,actor.name`
  const first = await fetch(start, { headers })
  expect(first.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(first.headers.get('vary')).toContain('Accept')
  expect(await first.text()).toBe('actor.name,operation\r\ntest,keys.revoke\r\n')
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  expect(next).toMatch(/^http:\/\/api\.example\/v2\/audit-log\?/)
  const second = await fetch(next.replace('http://api.example', api.url), { headers })
  expect(await second.text()).toBe('actor.name,operation\r\ntest,keys.create\r\n')
  expect(second.headers.get('link')).toBeNull()
  const whole = await fetch(`${api.url}/v2/audit-log`, { headers })
  const text = await whole.text()
  expect(text.split('\r\n')[0]).toBe(
    'id,at,actor.type,actor.id,actor.name,address,requestId,operation,resource,before,after,position,hash,entries,withheld',
  )
  expect(text).not.toContain(key)
})
