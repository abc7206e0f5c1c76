import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { changeThings } from '../change/change.ts'
import { countThings } from '../count.ts'
import { listThings } from '../list.ts'

const rows = Array.from({ length: 10_001 }, (_, i) => ({ thingTypeId: `type-${i}`, seconds: 60 }))
const ctx = {
  db: { $queryRaw: async () => rows, thing: { findMany: async () => [] } },
  actor: { organization: { id: 'acme' }, scopes: [] },
  now: new Date(),
} as unknown as Context

const late = { freshness: 'late' } as const
const page = { limit: 50, sort: 'id' } as const

test.each([
  ['a list', () => listThings(ctx, { query: { ...late, ...page } }), '/query/thingTypeId'],
  ['counts', () => countThings(ctx, { query: {} }), '/query/thingTypeId'],
  [
    'a change',
    () => changeThings(ctx, { body: { filter: late, change: {}, validateOnly: false } }),
    '/body/filter/thingTypeId',
  ],
])('a refusal to judge things of too many types names the filter of %s', async (_, call, at) => {
  await expect(call()).rejects.toMatchObject({ errors: [{ pointer: at }] })
})
