import { expect, test } from 'vitest'
import { type Matches, waiters } from './waiters.ts'

const matchOne: Matches = () => true
const matchOther: Matches = () => false

test('those who wait for what is pending no longer are served, and the others wait on', async () => {
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

test('all who wait are rejected once, and nobody after them', async () => {
  const waiting = waiters()
  const refused = waiting.add(matchOne)
  waiting.rejectAll(new Error('closed'))
  await expect(refused).rejects.toThrow('closed')
  const next = waiting.add(matchOne)
  waiting.resolveUnless(() => false)
  await expect(next).resolves.toBeUndefined()
})
