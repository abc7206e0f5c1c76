import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LotsInTurn } from './lots-in-turn.ts'

it('organizations take turns, a batch each', () => {
  const lots = new LotsInTurn<number>()
  for (const id of ['a', 'b', 'c', 'd', 'e']) lots.add('large', id, 1)
  lots.add('small', 'a', 2)
  const idsOf = () => {
    const { organizationId, items } = lots.take(2)
    return `${organizationId} ${items.map(([id]) => id).join('')}`
  }
  expect([idsOf(), idsOf(), idsOf(), idsOf()]).toEqual([
    'large ab',
    'small a',
    'large cd',
    'large e',
  ])
  expect(lots.take(2).items).toEqual([])
  expect(lots.size).toBe(0)
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
      const lots = new LotsInTurn<number>()
      const model = new Map<string, number>()
      for (const [value, { act, organization, id, most }] of all.entries()) {
        if (act === 'add') {
          lots.add(organization, id, value)
          model.set(organization + id, value)
          continue
        }
        const taken = lots.take(most)
        if (act === 'put back') {
          const newer = taken.items[0]
          if (newer) lots.add(taken.organizationId, newer[0], value)
          if (newer) model.set(taken.organizationId + newer[0], value)
          lots.putBack(taken)
          continue
        }
        for (const [id, value] of taken.items) {
          expect(model.get(taken.organizationId + id)).toBe(value)
          model.delete(taken.organizationId + id)
        }
      }
      expect(lots.size).toBe(model.size)
    }),
  )
})
