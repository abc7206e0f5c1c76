import type { ThingType } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { requireNothingLost } from './losses.ts'

const before = { id: 'truck', metrics: [], attributesSchema: null } as unknown as ThingType
const wanted = { ...before, attributesSchema: { required: ['plate'] } }

/** A context whose type has things with these attributes. */
function contextWith(things: readonly object[]): Context {
  const rows = things.map((attributes, i) => ({ id: `t${i}`, attributes }))
  const findMany = async ({ take }: { take: number }) => rows.splice(0, take)
  return { actor: { organization: { id: 'o' } }, db: { thing: { findMany } } } as unknown as Context
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
  const things = Array.from({ length: 1001 }, () => ({ plate: 'A' }))
  await requireNothingLost(contextWith(things), before, wanted)
  await expect(
    requireNothingLost(contextWith([...things.slice(1), {}]), before, wanted),
  ).rejects.toThrow('1 thing')
})
