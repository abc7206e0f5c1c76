import { expect, test } from 'vitest'
import { restartDelay } from './restarts.ts'

test('waits longer with every death within a minute, and then gives up', () => {
  const delays = [1, 2, 3, 4, 5].map((count) => {
    const deaths = Array.from({ length: count }, (_, index) => index * 1000)
    return restartDelay(deaths, (count - 1) * 1000)
  })
  expect(delays).toEqual([200, 800, 3200, 5000, undefined])
})

test('deaths of more than a minute ago are forgotten', () => {
  expect(restartDelay([0, 1, 2, 3, 4, 60_005], 60_005)).toBe(200)
})
