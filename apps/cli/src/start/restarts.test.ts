import { expect, test } from 'vitest'
import { restartDelay } from './restarts.ts'

test('the restart delay grows with every exit within a minute, until restarts stop', () => {
  const delays = [1, 2, 3, 4, 5].map((count) => {
    const deaths = Array.from({ length: count }, (_, index) => index * 1000)
    return restartDelay(deaths, (count - 1) * 1000)
  })
  expect(delays).toEqual([200, 800, 3200, 5000, undefined])
})

test('exits more than a minute ago do not count towards the restart delay', () => {
  expect(restartDelay([0, 1, 2, 3, 4, 60_005], 60_005)).toBe(200)
})
