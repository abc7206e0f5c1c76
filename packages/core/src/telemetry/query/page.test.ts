import { expect, it } from 'vitest'
import { countPositions, layOut } from './page.ts'

const cells = [
  { position: 1, column: 'a', value: 1 },
  { position: 1, column: 'b', value: true },
  { position: 3, column: 'b', value: 'x' },
  { position: 4, column: 'a', value: 0 },
]

it('lays cells out by position, null where a column has none', () => {
  expect(layOut(cells, ['a', 'b', 'c'], 10)).toEqual({
    positions: [1, 3, 4],
    values: { a: [1, null, 0], b: [true, 'x', null], c: [null, null, null] },
    next: undefined,
  })
})

it('ends a page at its limit and says where the next begins', () => {
  expect(layOut(cells, ['a', 'b'], 2)).toMatchObject({ positions: [1, 3], next: 4 })
  expect(layOut(cells, ['a', 'b'], 3)).toMatchObject({ positions: [1, 3, 4], next: undefined })
})

it('takes any column for a name', () => {
  const { values } = layOut([{ position: 1, column: '__proto__', value: 1 }], ['__proto__'], 1)
  expect(JSON.stringify(values)).toBe('{"__proto__":[1]}')
})

it('counts positions', () => {
  expect(countPositions(cells)).toBe(3)
  expect(countPositions([])).toBe(0)
})
