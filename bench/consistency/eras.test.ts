import { expect, it } from 'vitest'
import { diceOf } from './dice.ts'
import { eraOf } from './eras.ts'

it('of the first three workers, two write what is of now and one what is of an old era, whatever the dice', () => {
  const eras = [1, 2, 3].map((seed) => [0, 1, 2].map((worker) => eraOf(worker, diceOf(seed)) === 0))
  expect(eras).toEqual(Array(3).fill([true, true, false]))
})
