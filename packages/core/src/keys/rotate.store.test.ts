import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const rotate = (keyId: string, body = {}, ...scopes: Parameters<typeof organization.act>[2][]) =>
  organization.act('keys.rotate', { params: { keyId }, body }, ...scopes)
const get = (keyId: string) => organization.act('keys.get', { params: { keyId }, query: {} })
const inSeconds = (seconds: number) =>
  new Date(core.clock().getTime() + seconds * 1000).toISOString()

describe('a rotated key', () => {
  test('continues under a new id and string, otherwise unchanged', async () => {
    const draft = {
      ...{ keyType: 'External' as const, name: 'partner', expiresAt: inSeconds(86_400) },
      scopes: [{ action: 'read' as const, resourceFilter: 'THING/#/#' }],
      allowedIpCidrs: ['192.0.2.0/24'],
      budgetShare: 50,
    }
    const old = await organization.mint(draft)
    const made = await rotate(old.id)
    expect(made).toMatchObject({ ...draft, status: 'Active', lastUsedAt: null })
    expect(made.id).not.toBe(old.id)
    expect(made.key).not.toBe(old.key)
    expect(await get(made.id)).not.toHaveProperty('key')
  })

  test('stops working at once without an overlap', async () => {
    const old = await organization.mint()
    const made = await organization.act('keys.rotate', {
      params: { keyId: old.id },
      body: undefined,
    })
    expect(await get(old.id)).toMatchObject({ status: 'Expired', expiresAt: inSeconds(0) })
    expect(await organization.useKey(old.key)).toBe('key-expired')
    expect(await organization.useKey(made.key)).toBe('in')
  })

  test('works beside the new one until the overlap ends', async () => {
    const old = await organization.mint()
    const made = await rotate(old.id, { overlapSeconds: 60 })
    expect(await organization.useKey(old.key)).toBe('in')
    core.advance(60)
    expect(await organization.useKey(old.key)).toBe('key-expired')
    expect(await organization.useKey(made.key)).toBe('in')
  })

  test('expires with the overlap even if its own expiry was later', async () => {
    const old = await organization.mint({ expiresAt: inSeconds(3600) })
    await rotate(old.id, { overlapSeconds: 60 })
    expect((await get(old.id)).expiresAt).toBe(inSeconds(60))
  })

  test('never outlives its own expiry', async () => {
    const expiresAt = inSeconds(30)
    const old = await organization.mint({ expiresAt })
    const made = await rotate(old.id, { overlapSeconds: 60 })
    expect([made.expiresAt, (await get(old.id)).expiresAt]).toEqual([expiresAt, expiresAt])
  })

  test('is audited under both the old and the new key', async () => {
    const old = await organization.mint()
    const made = await rotate(old.id)
    const { items } = await organization.act('audit.list', { query: { operation: 'keys.rotate' } })
    expect(items).toMatchObject([
      { resource: `KEY/${made.id}`, before: null, after: { rotatedFrom: old.id } },
      {
        resource: `KEY/${old.id}`,
        before: { status: 'Active' },
        after: { status: 'Expired', rotatedTo: made.id },
      },
    ])
    expect(JSON.stringify(items)).not.toContain(made.key.slice(19))
  })
})

describe('a key rotation', () => {
  test.each(['Revoked', 'Expired'] as const)('is rejected for a key that is %s', async (status) => {
    const old = await organization.mint({ expiresAt: inSeconds(60) })
    if (status === 'Revoked') await organization.act('keys.revoke', { params: { keyId: old.id } })
    else core.advance(60)
    await expect(rotate(old.id)).rejects.toMatchObject({ code: 'key-not-active' })
  })

  test.each([-1, 604_801, 1.5, '60'])(
    'is rejected with an overlap of %j',
    async (overlapSeconds) => {
      const old = await organization.mint()
      await expect(rotate(old.id, { overlapSeconds })).rejects.toMatchObject({
        code: 'invalid-request',
        errors: [{ pointer: '/body/overlapSeconds' }],
      })
    },
  )

  test('needs the right to create keys once the key has a successor', async () => {
    const own = { action: 'read', resourceFilter: 'THING/#/#' } as const
    const { id } = await organization.mint({ scopes: [own] })
    const again = (resourceFilter: string) =>
      rotate(id, { overlapSeconds: 60 }, { action: 'admin', resourceFilter }, own)
    await again(`KEY/${id}`)
    await expect(again(`KEY/${id}`)).rejects.toMatchObject({ code: 'scope-missing' })
    expect((await again('KEY/#')).id).not.toBe(id)
  })

  test('succeeds for only one of several concurrent requests', async () => {
    const old = await organization.mint()
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => rotate(old.id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
    }
  })
})
