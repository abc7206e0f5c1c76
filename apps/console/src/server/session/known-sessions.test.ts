import { beforeEach, expect, test } from 'vitest'
import { type KnownSessions, knownSessions } from './known-sessions.ts'

let now: number
let known: KnownSessions
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  known = knownSessions(() => now)
})

test('a session is known for five seconds after the database confirmed it', () => {
  known.learn('phone', 'ann')
  now += 4999
  expect(known.personOf('phone')).toBe('ann')
  now += 1
  expect(known.personOf('phone')).toBeUndefined()
  known.learn('phone', 'ann')
  expect(known.personOf('phone')).toBe('ann')
})

test('forgets a session that the database does not find, and all sessions of a user at once', () => {
  for (const session of ['phone', 'laptop']) known.learn(session, 'ann')
  known.learn('desk', 'bob')
  known.learn('phone', undefined)
  expect(['phone', 'laptop', 'desk'].map(known.personOf)).toEqual([undefined, 'ann', 'bob'])
  known.forget('ann')
  expect(['phone', 'laptop', 'desk'].map(known.personOf)).toEqual([undefined, undefined, 'bob'])
})

test('forgets the sessions confirmed longest ago when there are too many', () => {
  known.learn('first', 'ann')
  known.learn('second', 'ann')
  known.learn('first', 'ann')
  for (let i = 0; i < 9_999; i += 1) known.learn(String(i), `person-${i}`)
  expect(['first', 'second', '0'].map(known.personOf)).toEqual(['ann', undefined, 'person-0'])
})

test('a request without a session has no user', () => {
  known.learn('', 'ann')
  expect(known.personOf('')).toBeUndefined()
})
