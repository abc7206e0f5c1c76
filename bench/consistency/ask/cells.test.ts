import { expect, it } from 'vitest'
import { type Cell, differenceOf } from './cells.ts'
import { filled } from './fill.ts'

const isRight = (found: Cell, expected: Cell) =>
  differenceOf(new Map([['it', found]]), new Map([['it', expected]])) === undefined

it('the sign of zero counts', () => {
  expect([isRight(-0, -0), isRight(0, -0), isRight(-0, 0)]).toEqual([true, false, false])
})

it('a line between things that have a sample at the same time begins at one of them', () => {
  const [, middle = null] = filled([0, 1, 2], [{ anyOf: [0, 10] }, null, 2], {
    ...{ fill: 'linear', maxGap: Number.POSITIVE_INFINITY },
  })
  expect([1, 6, 2, null].map((found) => isRight(found, middle))).toEqual([true, true, false, false])
})
