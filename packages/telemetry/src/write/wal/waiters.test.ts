import { expect, test } from 'vitest'
import { type Matches, waiters } from './waiters.ts'

const matchOne: Matches = () => true
const matchOther: Matches = () => false

test('resolves waiters whose records are no longer pending, and keeps the others waiting', async () => {
  const waiting = waiters()
  const served: string[] = []
  const one = waiting.add(matchOne).then(() => served.push('one'))
  const other = waiting.add(matchOther).then(() => served.push('other'))
  waiting.resolveUnless((matches) => matches === matchOther)
  await one
  expect(served).toEqual(['one'])
  expect(waiting.isEmpty()).toBe(false)
  waiting.resolveUnless(() => false)
  await other
  expect(served).toEqual(['one', 'other'])
  expect(waiting.isEmpty()).toBe(true)
})

test('rejects all waiters once, and none that come later', async () => {
  const waiting = waiters()
  const refused = waiting.add(matchOne)
  waiting.rejectAll(new Error('closed'))
  await expect(refused).rejects.toThrow('closed')
  const next = waiting.add(matchOne)
  waiting.resolveUnless(() => false)
  await expect(next).resolves.toBeUndefined()
})
