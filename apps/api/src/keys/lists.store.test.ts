import type { Scope } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { keyCalls } from '../testing/key-calls.ts'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { inSeconds } = keyCalls(at)

describe('the key list', () => {
  /** Every item, page by page. */
  async function all(query: Record<string, string>, key = at.admin) {
    const items: { id: string; status: string; createdAt: string }[] = []
    let cursor: string | null = null
    do {
      const call = { query: { ...query, ...(cursor !== null && { cursor }) } }
      const { status, json }: { status: number; json: { items: []; nextCursor: string | null } } =
        await send(at.api.url, 'keys.list', call, key)
      expect(status).toBe(200)
      expect(json.items.length).toBeLessThanOrEqual(Number(query.limit))
      items.push(...json.items)
      cursor = json.nextCursor
    } while (cursor !== null)
    return items
  }

  test('is sorted newest first over pages, with each key once even in ties', async () => {
    const made: string[] = []
    for (let i = 0; i < 13; i += 1) {
      // Three are created at each instant, so that pages end within ties.
      if (i % 3 === 0) at.api.clock.advance(1)
      made.push((await at.tenant.mint()).id)
    }
    const listed = await all({ limit: '4' })
    expect(listed).toHaveLength(14)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(14)
    const times = listed.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(listed.slice(0, 1).map(({ id }) => id)).toEqual(made.slice(-1))
  })

  test('is filtered by the status that the answer shows', async () => {
    const expired = await at.tenant.mint({ expiresAt: inSeconds(1) })
    const revoked = await at.tenant.mint({ expiresAt: inSeconds(1) })
    await at.tenant.act('keys.revoke', { params: { keyId: revoked.id } })
    const active = await at.tenant.mint({ expiresAt: inSeconds(2) })
    at.api.clock.advance(1)
    const ids = async (status: string) =>
      (await all({ limit: '50', status })).map((key) => {
        expect(key.status).toBe(status)
        return key.id
      })
    expect(await ids('Expired')).toEqual([expired.id])
    expect(await ids('Revoked')).toEqual([revoked.id])
    expect(await ids('Active')).toEqual(expect.arrayContaining([active.id]))
    expect(await all({ limit: '50' })).toHaveLength(4)
  })

  test('contains only keys that the caller may read, and none of other organizations', async () => {
    const stranger = await newTenant(at.api.core)
    const theirs = await stranger.mint()
    const { id } = await at.tenant.mint()
    const scopes: Scope[] = [
      { action: 'read', resourceFilter: `KEY/${id}` },
      { action: 'read', resourceFilter: `KEY/${theirs.id}` },
    ]
    const { key } = await at.tenant.mint({ scopes })
    expect((await all({ limit: '50' }, key)).map((item) => item.id)).toEqual([id])
    expect((await all({ limit: '50' })).map((item) => item.id)).not.toContain(theirs.id)
  })

  test.each([
    ['of another query', async (cursor: string) => ({ cursor, status: 'Active' })],
    [
      'that was tampered with',
      async (cursor: string) => ({ cursor: `${cursor.slice(0, -4)}AAAA` }),
    ],
    [
      'with an invalid time',
      async (cursor: string) => {
        const [print] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
        const forged = JSON.stringify([print, 'a', 'yesterday'])
        return { cursor: Buffer.from(forged).toString('base64url') }
      },
    ],
  ])('rejects a cursor %s', async (_, query) => {
    await at.tenant.mint()
    const { json } = await send(at.api.url, 'keys.list', { query: { limit: '1' } }, at.admin)
    const answer = await send(
      at.api.url,
      'keys.list',
      { query: await query(json.nextCursor) },
      at.admin,
    )
    expect(answer.status).toBe(400)
    expect(answer.json.errors[0].pointer).toBe('/query/cursor')
  })
})
