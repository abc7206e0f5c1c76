import { expect, it } from 'vitest'
import { effectOf } from './watch.ts'

it('a node that fails has not refused', () => {
  const asked = [
    { sent: 10, answered: 11, status: 503 },
    { sent: 50, answered: 51, status: 200 },
    { sent: 90, answered: 91, status: 401 },
  ]
  const effect = effectOf(asked, 0, 40)
  expect(effect).toEqual({ firstRefused: 91, lastLetIn: 50, stale: 1, beyondLease: 1, unserved: 1 })
})
