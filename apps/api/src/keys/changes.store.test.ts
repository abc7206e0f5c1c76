import type { Scope } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { everything, keyCalls } from '../testing/key-calls.ts'
import { send } from '../testing/send.ts'
import { statusAndCode, useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { create, read, update, inSeconds } = keyCalls(at)

describe('an update of a key', () => {
  test('changes name, scopes, allow-list, budget share and expiry, and nothing else', async () => {
    const { json: before } = await create({ expiresAt: inSeconds(60) })
    const patch = {
      name: 'renamed',
      scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }],
      allowedIpCidrs: ['10.0.0.0/8'],
      budgetShare: 25,
      expiresAt: inSeconds(120),
    }
    const { status, json } = await update(before.id, patch)
    const { key, ...record } = before
    expect(status).toBe(200)
    expect(json).toEqual({ ...record, ...patch, etag: '2', updatedAt: json.updatedAt })
    const { json: cleared } = await update(before.id, { expiresAt: null, allowedIpCidrs: [] })
    expect(cleared).toMatchObject({ name: 'renamed', expiresAt: null, allowedIpCidrs: [] })
    expect((await send(at.api.url, 'keys.self', {}, key)).status).toBe(200)
  })

  test.each([
    [{ expiresAt: '2026-06-01T11:59:59Z' }, '/body/expiresAt'],
    [{ allowedIpCidrs: ['192.0.2.7/24'] }, '/body/allowedIpCidrs/0'],
    [{ scopes: [] }, '/body/scopes'],
    [{ budgetShare: 100 }, '/body/budgetShare'],
    [{ name: '' }, '/body/name'],
    [{ name: null }, '/body/name'],
    [{ keyType: 'Admin' }, '/body/keyType'],
    [{ status: 'Active' }, '/body/status'],
    [{ id: 'other' }, '/body/id'],
  ])('to %j is rejected', async (patch, pointer) => {
    const { json } = await create({})
    const answer = await update(json.id, patch)
    expect([answer.status, answer.json.errors[0].pointer]).toEqual([400, pointer])
  })

  test('cannot widen scopes beyond the caller’s own', async () => {
    const scopes: Scope[] = [{ action: 'admin', resourceFilter: 'KEY/#' }]
    const { key } = await at.tenant.mint({ scopes })
    const { id } = await at.tenant.mint({ scopes })
    const answer = await update(id, { scopes: everything }, key)
    expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
  })

  test('with a stale etag is rejected', async () => {
    const { json } = await create({})
    const patch = (etag: string, name: string) =>
      send(at.api.url, 'keys.update', { params: { keyId: json.id }, body: { name } }, at.admin, {
        'If-Match': etag,
      })
    expect((await patch('"1"', 'first')).status).toBe(200)
    const late = await patch('"1"', 'second')
    expect(statusAndCode(late)).toEqual([412, 'precondition-failed'])
    const { json: kept } = await read(json.id)
    expect(kept.name).toBe('first')
  })

  test.each(['Expired', 'Revoked'])('is rejected once the key is %s', async (state) => {
    const { json } = await create(state === 'Expired' ? { expiresAt: inSeconds(1) } : {})
    if (state === 'Expired') at.api.clock.advance(1)
    else await send(at.api.url, 'keys.revoke', { params: { keyId: json.id } }, at.admin)
    for (const patch of [{ name: 'x' }, { expiresAt: null }, { expiresAt: inSeconds(60) }]) {
      expect(statusAndCode(await update(json.id, patch))).toEqual([409, 'key-not-active'])
    }
  })
})

describe('a revocation of a key', () => {
  test('takes effect at once, and a second one changes nothing', async () => {
    const { json } = await create({})
    const revoke = () => send(at.api.url, 'keys.revoke', { params: { keyId: json.id } }, at.admin)
    const first = await revoke()
    expect(first.json).toMatchObject({
      status: 'Revoked',
      revokedAt: at.api.clock().toISOString(),
      revokedBy: { type: 'key', name: 'test' },
    })
    const refused = await send(at.api.url, 'keys.self', {}, json.key)
    expect(statusAndCode(refused)).toEqual([401, 'key-revoked'])
    at.api.clock.advance(60)
    const second = await revoke()
    expect([second.status, second.json]).toEqual([200, first.json])
    const where = { organizationId: at.tenant.id, operation: 'keys.revoke' }
    expect(await at.api.core.db.auditEntry.count({ where })).toBe(1)
  })

  test('is rejected once the key is expired, and the record remains', async () => {
    const { json } = await create({ expiresAt: inSeconds(1) })
    at.api.clock.advance(1)
    const answer = await send(at.api.url, 'keys.revoke', { params: { keyId: json.id } }, at.admin)
    expect(statusAndCode(answer)).toEqual([409, 'key-not-active'])
    const { json: record } = await read(json.id)
    expect(record.status).toBe('Expired')
  })
})
