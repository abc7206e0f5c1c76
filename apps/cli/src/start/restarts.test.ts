import { expect, test } from 'vitest'
import { restartDelay } from './restarts.ts'

test('the restart delay grows with every failure in a row, up to a minute', () => {
  const delays = [1, 2, 3, 4, 5, 6, 10_000].map(restartDelay)
  expect(delays).toEqual([200, 800, 3200, 12_800, 51_200, 60_000, 60_000])
})
