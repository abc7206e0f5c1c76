import type { ThingType } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { NotedNeeds } from '../../scopes/index.ts'
import { requireNothingLost } from './losses.ts'

const before = { id: 'truck', metrics: [], attributesSchema: null } as unknown as ThingType
const wanted = { ...before, attributesSchema: { required: ['plate'] } }

/** A context whose type has things with these attributes. */
function contextWith(things: readonly object[], resourceFilter = '#'): Context {
  const rows = things.map((attributes, i) => ({ id: `t${i}`, attributes }))
  const $queryRaw = async () => []
  const findMany = async ({ take }: { take: number }) => rows.splice(0, take)
  const actor = { organization: { id: 'o' }, scopes: [{ action: 'read', resourceFilter }] }
  return {
    actor,
    needs: new NotedNeeds(),
    db: { $queryRaw, thing: { findMany } },
  } as unknown as Context
}

test.each([
  [[{}], 'The attributes of 1 thing of this type'],
  [[{ plate: 'A' }, {}, {}], 'The attributes of 2 things of this type'],
  [Array.from({ length: 101 }, () => ({})), 'The attributes of at least 100 things of this type'],
])(
  'a rejected schema change reports how many examined things no longer fit (%#)',
  async (things, text) => {
    await expect(requireNothingLost(contextWith(things), before, wanted)).rejects.toThrow(text)
  },
)

test('a schema change is accepted only if the things of every batch fit', async () => {
  const things = Array.from({ length: 101 }, () => ({ plate: 'A' }))
  await requireNothingLost(contextWith(things), before, wanted)
  await expect(
    requireNothingLost(contextWith([...things.slice(1), {}]), before, wanted),
  ).rejects.toThrow('1 thing')
})

test('no thing is looked at for a type that takes any attributes', async () => {
  const ctx = contextWith([{ plate: 'A' }], 'DEFINITION/#/#')
  await expect(requireNothingLost(ctx, wanted, before)).resolves.toBeUndefined()
})

test('callers who may not read all things of the type do not learn whether their attributes fit', async () => {
  for (const filter of ['THING/truck/t0', 'THING/van/#', 'DEFINITION/#/#']) {
    for (const things of [[{}], [{ plate: 'A' }]]) {
      await expect(
        requireNothingLost(contextWith(things, filter), before, wanted),
      ).rejects.toMatchObject({ code: 'scope-missing' })
    }
    await requireNothingLost(contextWith([], filter), before, wanted)
  }
  await requireNothingLost(contextWith([{ plate: 'A' }], 'THING/truck/#'), before, wanted)
})
