import type { Scope } from '@sluice/contract'
import { afterAll, describe, expect, test } from 'vitest'
import type { KeyActor } from '../actor.ts'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'

const core = openTestCore()
afterAll(() => core.close())

const everything: Scope = { action: '*', resourceFilter: '#' }

/** A key that acts, and another one, which is narrow. */
async function twoKeys() {
  const organization = await newOrganization(core)
  const { id } = await organization.mint({ keyType: 'Admin', scopes: [everything] })
  const actor = (await core.knownKeys.find(id))?.actor as KeyActor
  const other = await organization.mint({
    scopes: [{ action: 'read', resourceFilter: '#' }],
    ...{ expiresAt: '2026-06-01T12:10:00.000Z', budgetShare: 1, allowedIpCidrs: ['192.0.2.7'] },
  })
  const keys = () =>
    core.db.key.findMany({
      where: { organizationId: organization.id, id: { not: id } },
      select: { id: true, version: true },
    })
  return { id, actor, other, keys }
}

const bodyOf = { keyType: 'Admin' as const, name: 'child', scopes: [everything] }

describe.each([
  ['is given an end', { expiresAt: new Date('2026-06-01T12:05:00Z') }],
  ['is given a share', { budgetShare: 1 }],
  ['is given an allow-list', { allowedIpCidrs: ['192.0.2.8/32'] }],
])('a key that %s meanwhile', (_, narrowed) => {
  test.each(['create', 'update', 'rotate'] as const)(
    'does not %s a key beyond that',
    async (what) => {
      const { id, actor, other, keys } = await twoKeys()
      const before = await keys()
      const params = { keyId: other.id }
      const request = { actor, requestId: 'test', address: null }
      const narrow = () => core.db.key.update({ where: { id }, data: narrowed })
      const at = withMeanwhile(core, 'findUnique', narrow, 'Key')
      const acts = {
        create: () => perform(at, { name: 'keys.create', call: { body: bodyOf }, ...request }),
        update: () => {
          const call = { params, body: { expiresAt: null, allowedIpCidrs: [], budgetShare: null } }
          return perform(at, { name: 'keys.update', call, ...request })
        },
        rotate: () => perform(at, { name: 'keys.rotate', call: { params, body: {} }, ...request }),
      }
      const problem = await acts[what]().catch((error: unknown) => error)
      expect(['conflict', 'key-exceeds-caller']).toContain(Reflect.get(Object(problem), 'code'))
      expect(await keys()).toEqual(before)
    },
  )
})
