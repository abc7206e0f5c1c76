import type { SampleValue } from '@sluice/contract'
import { expect, it } from 'vitest'
import { Cells } from '../buckets/cells.ts'
import { countPositions, layOut } from './page.ts'

const cells = cellsOf([1, 'a', 1], [1, 'b', true], [3, 'b', 'x'], [4, 'a', 0])

function cellsOf(...values: [position: number, column: string, value: SampleValue][]): Cells {
  const made = new Cells()
  for (const value of values) made.push(...value)
  return made
}

it('cells are laid out by position, with null where a column has none', () => {
  expect(layOut(cells, ['a', 'b', 'c'], 10)).toEqual({
    positions: [1, 3, 4],
    values: [
      [1, null, 0],
      [true, 'x', null],
      [null, null, null],
    ],
    next: undefined,
  })
})

it('a page ends at its limit and returns where the next begins', () => {
  expect(layOut(cells, ['a', 'b'], 2)).toMatchObject({ positions: [1, 3], next: 4 })
  expect(layOut(cells, ['a', 'b'], 3)).toMatchObject({ positions: [1, 3, 4], next: undefined })
})

it('the distinct positions of cells are counted', () => {
  expect(countPositions(cells)).toBe(3)
  expect(countPositions(new Cells())).toBe(0)
})
