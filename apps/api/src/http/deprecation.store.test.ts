import { type Operation, operations } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
// Deprecations come and go, so the test deprecates an operation that stays.
const row: { -readonly [Part in keyof Operation]: Operation[Part] } = operations['fleets.list']

beforeEach(() => {
  const instead = 'call `GET /v2/things`.'
  row.deprecated = { since: '2026-11-24', sunset: '2027-06-01', instead }
})
afterEach(() => {
  delete row.deprecated
})

test.each([
  ['a key of the organization', 200],
  ['no key', 401],
] as const)(
  'with %s every answer of a deprecated operation says when it ends',
  async (_, status) => {
    const key = status === 200 ? at.admin : undefined
    const answer = await send(at.api.url, 'fleets.list', {}, key)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      deprecation: `@${Date.UTC(2026, 10, 24) / 1000}`,
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
    })
  },
)

test('other operations say nothing of an end', async () => {
  const { headers } = await send(at.api.url, 'sites.list', {}, at.admin)
  expect([headers.get('Deprecation'), headers.get('Sunset')]).toEqual([null, null])
})

test('the document marks it, and says what to call instead', () => {
  const { paths } = openApiDocument('https://api.example') as unknown as {
    paths: Record<string, { get: { deprecated?: boolean; description: string } }>
  }
  expect(paths['/v2/fleets']?.get.deprecated).toBe(true)
  expect(paths['/v2/fleets']?.get.description).toContain(
    'Deprecated since 2026-11-24, and may be gone from 2027-06-01: call `GET /v2/things`.',
  )
  expect(paths['/v2/sites']?.get).not.toHaveProperty('deprecated')
})
