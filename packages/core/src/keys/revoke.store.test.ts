import { afterAll, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'

const core = openTestCore()
afterAll(() => core.close())

const scopes = [{ action: 'read' as const, resourceFilter: 'THING/#/#' }]

/** A key, its entries in the audit log, and its revocation while other work is done. */
async function newKey() {
  const organization = await newOrganization(core)
  const { id, etag } = await organization.mint({ scopes })
  const params = { keyId: id }
  const revokeWhile = (meanwhile: () => Promise<unknown>, ifMatch?: string) =>
    perform(withMeanwhile(core, 'findUnique', meanwhile, 'Key'), {
      ...{ name: 'keys.revoke', call: { params }, actor: organization.system },
      ...{ requestId: 'test', address: null, ...(ifMatch && { ifMatch }) },
    })
  const entries = async () => {
    const { items } = await organization.act('audit.list', { query: { resource: `KEY/${id}` } })
    return items.map(({ operation, before, after }) => ({ operation, before, after }))
  }
  return { ...organization, params, etag, revokeWhile, entries }
}

test('a revocation shows in the audit log only its own change if the key is changed meanwhile', async () => {
  const { act, params, revokeWhile, entries } = await newKey()
  const narrower = [{ action: 'read' as const, resourceFilter: 'THING/truck/#' }]
  const answer = await revokeWhile(() => act('keys.update', { params, body: { scopes: narrower } }))
  expect(answer).toMatchObject({ status: 'Revoked', scopes: narrower })
  expect((await entries())[0]).toMatchObject({
    operation: 'keys.revoke',
    before: { status: 'Active', scopes: narrower },
    after: { status: 'Revoked', scopes: narrower },
  })
})

test('a revocation with the etag of a key that is changed meanwhile is refused', async () => {
  const { act, params, etag, revokeWhile } = await newKey()
  const rename = () => act('keys.update', { params, body: { name: 'new' } })
  await expect(revokeWhile(rename, etag)).rejects.toMatchObject({ code: 'precondition-failed' })
})

test('a key is revoked once, whatever else revokes it at the same time', async () => {
  const { act, params, entries } = await newKey()
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () => act('keys.revoke', { params })),
  )
  for (const one of all) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  }
  expect(all.map(({ status }) => status)).toContain('fulfilled')
  expect((await entries()).map(({ operation }) => operation)).toEqual([
    'keys.revoke',
    'keys.create',
  ])
  expect(await act('keys.revoke', { params })).toMatchObject({ status: 'Revoked' })
})
