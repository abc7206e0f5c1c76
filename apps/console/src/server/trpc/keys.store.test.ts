/** Changes of keys through the console's procedures: with the etag that was shown, and by authorized members only. */
import { randomUUID } from 'node:crypto'
import { createOrganization } from '@sluice/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpCore } from '../testing/set-up-core.ts'
import { signInMember } from '../testing/sign-in-member.ts'
import { createCallerFactory, router } from './init.ts'
import { operationRouters } from './operations.ts'

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
beforeAll(() => createOrganization(core, { id: organizationId, name: 'Acme' }))

const callerOf = createCallerFactory(router(operationRouters()))

async function signedIn(role: 'owner' | 'viewer', sameOrigin = true) {
  const { context } = await signInMember(core, { organizationId, role, sameOrigin })
  return callerOf(context)
}

const scopes = [{ action: 'read' as const, resourceFilter: 'THING/#/#' }]
const draft = { keyType: 'External' as const, name: 'partner', scopes }

describe('a change of a key', () => {
  test('is rejected with a stale etag and writes nothing', async () => {
    const [ann, bob] = [await signedIn('owner'), await signedIn('owner')]
    const { id, etag } = await ann.keys.create({ body: draft })
    const params = { keyId: id }
    const ifMatch = `"${etag}"`
    const first = await ann.keys.update({ params, body: { name: 'by Ann' }, ifMatch })
    expect(first).toMatchObject({ name: 'by Ann' })
    const late = bob.keys.update({ params, body: { allowedIpCidrs: ['192.0.2.0/24'] }, ifMatch })
    await expect(late).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      cause: { code: 'precondition-failed', status: 412 },
    })
    expect(await bob.keys.get({ params, query: {} })).toMatchObject({
      ...{ name: 'by Ann', allowedIpCidrs: [], etag: first.etag },
    })
    const query = { resource: `KEY/${id}`, limit: 10 }
    const { items } = await bob.audit.list({ query })
    expect(items.map(({ operation }) => operation)).toEqual(['keys.update', 'keys.create'])
  })

  test('succeeds with the current etag or without one', async () => {
    const ann = await signedIn('owner')
    const { id, etag } = await ann.keys.create({ body: draft })
    const params = { keyId: id }
    const next = await ann.keys.update({ params, body: { name: 'a' }, ifMatch: `"${etag}"` })
    await ann.keys.update({ params, body: { name: 'b' }, ifMatch: `"${next.etag}"` })
    expect(await ann.keys.update({ params, body: { name: 'c' } })).toMatchObject({ name: 'c' })
  })
})

test('a viewer can read a key but not change it', async () => {
  const [owner, viewer] = [await signedIn('owner'), await signedIn('viewer')]
  const { id } = await owner.keys.create({ body: draft })
  const params = { keyId: id }
  expect(await viewer.keys.get({ params, query: {} })).toMatchObject({ name: 'partner' })
  const refused = { code: 'FORBIDDEN', cause: { code: 'scope-missing' } }
  for (const attempt of [
    () => viewer.keys.create({ body: draft }),
    () => viewer.keys.update({ params, body: { name: 'mine' } }),
    () => viewer.keys.revoke({ params }),
    () => viewer.keys.rotate({ params, body: {} }),
  ]) {
    await expect(attempt()).rejects.toMatchObject(refused)
  }
})

test('a search for a whole key string uses only its public id', async () => {
  const ann = await signedIn('owner')
  const { id, key } = await ann.keys.create({ body: draft })
  const { items } = await ann.keys.list({ query: { text: key } })
  expect(items.map((row) => row.id)).toEqual([id])
  // The error repeats the rejected value.
  const refused = ann.keys.list({ query: { sort: key as 'name' } }).catch(JSON.stringify)
  expect(await refused).not.toContain(key.slice(-49))
})

test('a request from another site is rejected, even with an owner’s cookie', async () => {
  const { id } = await (await signedIn('owner')).keys.create({ body: draft })
  const forged = await signedIn('owner', false)
  const attempt = forged.keys.revoke({ params: { keyId: id } })
  await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
