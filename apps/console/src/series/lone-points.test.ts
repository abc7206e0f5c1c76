import { expect, test } from 'vitest'
import { lonePoints } from './lone-points.ts'

test.each([
  ['nothing', [], [], []],
  ['a line', [1, 2, 3], [], []],
  ['one point', [1], [], [0]],
  ['a point between gaps', [1, 2, null, 3, null, 4, 5], [], [3]],
  ['a point at either end', [1, null, 2, 3, null, 4], [], [0, 5]],
  ['a point between silences', [1, 2, 3, 4, 5], [1, 2], [2]],
  ['points that other lines lie between', [1, undefined, 2], [], []],
  ['a point among the times of other lines', [undefined, null, 1, undefined, null, 2, 3], [], [2]],
] as const)('finds the isolated points of %s', (_, column, breaks, lone) => {
  expect(lonePoints(column, new Set(breaks))).toEqual(lone)
})
