import { expect, it } from 'vitest'
import { Cells } from './cells.ts'

function cellsAt(column: string, ...positions: number[]): Cells {
  const cells = new Cells()
  for (const position of positions) cells.push(position, column, position)
  return cells
}

function merged(these: Cells, others: Cells, order: 'asc' | 'desc'): string {
  these.merge(others, order)
  return these.positions.map((position, at) => `${these.columns[at]}${position}`).join(' ')
}

it.each([
  [[1, 2, 5], 'a0 b1 a2 b2 a4 b5'],
  [[5, 6], 'a0 a2 a4 b5 b6'],
  [[4], 'a0 a2 a4 b4'],
  [[-2, -1], 'b-2 b-1 a0 a2 a4'],
  [[], 'a0 a2 a4'],
])('cells at %j are merged in the order of positions', (others, expected) => {
  expect(merged(cellsAt('a', 0, 2, 4), cellsAt('b', ...others), 'asc')).toBe(expected)
})

it('cells are merged in descending order', () => {
  expect(merged(cellsAt('a', 4, 2, 0), cellsAt('b', 5, 2, 1), 'desc')).toBe('b5 a4 a2 b2 b1 a0')
  expect(merged(new Cells(), cellsAt('b', 5, 2, 1), 'desc')).toBe('b5 b2 b1')
})

it('sorting is stable for cells of one position', () => {
  const cells = cellsAt('a', 3, 1, 2)
  cells.push(1, 'b', null)
  expect(cells.sorted('asc').columns.join('')).toBe('abaa')
  expect(cells.sorted('desc').values).toEqual([3, 2, 1, null])
})
