import { beforeEach, expect, test } from 'vitest'
import { limitPeople, type People } from './people.ts'

let now: number
let people: People
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  people = limitPeople(() => now)
})

function takeUntilRefused(userId: string, units: number): number {
  for (let taken = 0; ; taken += units) {
    try {
      people.take(userId, units)
    } catch {
      return taken
    }
  }
}

test('a person may make 300 calls at once and 20 a second, independently of others', () => {
  expect(takeUntilRefused('ann', 1)).toBe(300)
  expect(takeUntilRefused('bob', 20)).toBe(300)
  now += 3000
  expect(takeUntilRefused('ann', 1)).toBe(60)
})

test('a batch of calls is admitted whole or not at all, and its wait covers all of it', () => {
  people.take('ann', 295)
  expect(() => people.take('ann', 20)).toThrowError(
    expect.objectContaining({ code: 'rate-limited', status: 429, retryAfter: 1 }),
  )
  people.take('ann', 5)
  expect(() => people.take('ann', 100)).toThrowError(expect.objectContaining({ retryAfter: 5 }))
  now += 5000
  people.take('ann', 100)
})

test('rejected calls of a person do not prolong the wait', () => {
  takeUntilRefused('ann', 1)
  for (let calls = 0; calls < 1000; calls += 1) {
    expect(() => people.take('ann', 1)).toThrowError(expect.objectContaining({ retryAfter: 1 }))
  }
  now += 1000
  people.take('ann', 20)
})

test('a session has 60 requests at once and one a second for itself, whatever its person has left', () => {
  takeUntilRefused('ann', 1)
  people.takeOfSession('phone', 60)
  expect(() => people.takeOfSession('phone', 1)).toThrowError(
    expect.objectContaining({ code: 'rate-limited', retryAfter: 1 }),
  )
  people.takeOfSession('laptop', 1)
  now += 1000
  people.takeOfSession('phone', 1)
})
