import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spread, union } from './union.ts'

const lists = fc.array(fc.uniqueArray(fc.integer({ min: -50, max: 50 })), { maxLength: 9 })
const orders = fc.constantFrom('asc' as const, 'desc' as const)

it('unites positions in their order, as a set and a sort do', () => {
  fc.assert(
    fc.property(lists, orders, fc.integer({ min: 0, max: 60 }), (given, order, most) => {
      const sign = order === 'asc' ? 1 : -1
      const compare = (a: number, b: number) => sign * (a - b)
      const ordered = given.map((list) => list.sort(compare))
      const expected = [...new Set(ordered.flat())].sort(compare)
      expect(atOnce(union(ordered, order))).toEqual(expected)
      expect(atOnce(union(ordered, order, most))).toEqual(expected.slice(0, most))
      const axis = expected.slice(0, most)
      for (const list of ordered) {
        const onAxis = axis.map((one) => (list.includes(one) ? `at ${one}` : null))
        const texts = list.map((one) => `at ${one}`)
        expect(spread(list, texts, axis)).toEqual(onAxis)
      }
    }),
  )
})

it('many positions are merged in slices', () => {
  const far = [0, 1, 2].map((i) => Array.from({ length: 50_000 }, (_, at) => at * 3 + i))
  const work = union(far, 'asc')
  let yields = 0
  while (!work.next().done) yields += 1
  expect(yields).toBeGreaterThan(200_000 / 4096)
})
