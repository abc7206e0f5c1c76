import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { actForOrganization } from './act-for.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const get = () => organization.act('organization.get', { query: {} })

test('a new organization has the default settings', async () => {
  expect(await get()).toMatchObject({
    id: organization.id,
    name: organization.id,
    leakedKeys: 'notify',
    retentionDays: null,
    etag: '1',
  })
})

test('a patch of the organization changes only the named fields and is audited', async () => {
  const before = await get()
  await organization.act('organization.update', {
    body: { leakedKeys: 'revoke', retentionDays: 90 },
  })
  await organization.act('organization.update', { body: { name: 'Acme' } })
  expect(await get()).toMatchObject({
    ...{ name: 'Acme', leakedKeys: 'revoke', retentionDays: 90, etag: '3' },
  })
  const { items } = await organization.act('audit.list', {
    query: { operation: 'organization.update' },
  })
  expect(items).toMatchObject([{ after: { name: 'Acme' } }, { before, resource: 'ORGANIZATION' }])
})

test('a patch of the organization with a stale etag is rejected', async () => {
  const actor = await actForOrganization(core, 'test', organization.id)
  const call = { body: { name: 'Acme' } }
  const patch = perform(core, {
    ...{ name: 'organization.update', call, requestId: 'test', address: null, ifMatch: '"0"' },
    actor: actor as never,
  })
  await expect(patch).rejects.toMatchObject({ code: 'precondition-failed' })
})

test.each([
  ['organization.get', 'read'],
  ['organization.update', 'admin'],
  ['audit.list', 'read'],
] as const)('%s needs %s on ORGANIZATION and names the missing scope', async (name, action) => {
  const call = name === 'organization.update' ? { body: {} } : { query: {} }
  const scope = (resourceFilter: string) => ({ action, resourceFilter }) as const
  for (const filter of ['ORGANIZATION', '#']) {
    await expect(organization.act(name, call as never, scope(filter))).resolves.toBeTypeOf('object')
  }
  await expect(organization.act(name, call as never, scope('KEY/#'))).rejects.toMatchObject({
    code: 'scope-missing',
    detail: `This needs the scope {"action": "${action}", "resourceFilter": "ORGANIZATION"}.`,
  })
})
