import { expect, it } from 'vitest'
import { layOut } from './page.ts'

const table = {
  positions: [1, 3, 4],
  columns: [
    { id: 'a', values: [1, null, 0] },
    { id: 'b', values: [true, 'x', null] },
  ],
}

it('a page has the columns that were asked for, null where a table has none', () => {
  expect(layOut(table, ['b', 'a', 'c'], 10)).toEqual({
    positions: [1, 3, 4],
    values: [
      [true, 'x', null],
      [1, null, 0],
      [null, null, null],
    ],
    next: undefined,
  })
})

it('a page ends at its limit and returns where the next begins', () => {
  expect(layOut(table, ['a', 'b'], 2)).toMatchObject({ positions: [1, 3], next: 4 })
  expect(layOut(table, ['a', 'b'], 3)).toMatchObject({ positions: [1, 3, 4], next: undefined })
})
