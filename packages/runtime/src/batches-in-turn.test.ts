import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BatchesInTurn } from './batches-in-turn.ts'

it('organizations take turns, a batch each', () => {
  const batches = new BatchesInTurn<number>()
  for (const id of ['a', 'b', 'c', 'd', 'e']) batches.add('large', id, 1)
  batches.add('small', 'a', 2)
  const idsOf = () => {
    const { organizationId, items } = batches.take(2)
    return `${organizationId} ${items.map(([id]) => id).join('')}`
  }
  expect([idsOf(), idsOf(), idsOf(), idsOf()]).toEqual([
    'large ab',
    'small a',
    'large cd',
    'large e',
  ])
  expect(batches.take(2).items).toEqual([])
  expect(batches.size).toBe(0)
})

it('whatever is added, taken and put back in between, each id is taken once, with its latest value', () => {
  const acts = fc.array(
    fc.record({
      act: fc.constantFrom('add', 'add', 'take', 'put back'),
      organization: fc.constantFrom('a', 'b', 'c'),
      id: fc.constantFrom(...'0123456789'),
      most: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(acts, (all) => {
      const batches = new BatchesInTurn<number>()
      const model = new Map<string, number>()
      for (const [value, { act, organization, id, most }] of all.entries()) {
        if (act === 'add') {
          batches.add(organization, id, value)
          model.set(organization + id, value)
          continue
        }
        const taken = batches.take(most)
        if (act === 'put back') {
          const newer = taken.items[0]
          if (newer) batches.add(taken.organizationId, newer[0], value)
          if (newer) model.set(taken.organizationId + newer[0], value)
          batches.putBack(taken)
          continue
        }
        for (const [id, value] of taken.items) {
          expect(model.get(taken.organizationId + id)).toBe(value)
          model.delete(taken.organizationId + id)
        }
      }
      expect(batches.size).toBe(model.size)
    }),
  )
})
