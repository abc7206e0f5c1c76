import { beforeEach, expect, test } from 'vitest'
import { type CallerBudget, openCallerBudget } from './caller-budget.ts'

let now: number
let budget: CallerBudget
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  budget = openCallerBudget(() => now, 'http://localhost:3000')
})

const cookie = (token: string) => `theme=dark; better-auth.session_token=${token}.signature; x=1`
const refused = expect.objectContaining({ code: 'rate-limited', retryAfter: 1 })
const one = { units: 1 }

test('a user’s sessions share one budget, and each is rejected before its lookup', () => {
  for (const session of ['phone', 'laptop']) {
    budget.learn(cookie(session), 'ann')
    budget.takeOf(cookie(session), 'ann', { units: 150 })
  }
  for (const session of ['phone', 'laptop']) {
    expect(() => budget.takeKnown(cookie(session), one)).toThrowError(refused)
  }
  now += 1000
  expect(budget.takeKnown(cookie('phone'), { units: 20 })).toBe(true)
  expect(() => budget.takeKnown(cookie('laptop'), one)).toThrowError(refused)
})

test('an anonymous call uses nobody’s budget', () => {
  expect(budget.takeKnown(null, one)).toBe(false)
  expect(budget.takeKnown(cookie('guessed'), one)).toBe(false)
})

test('an ended session uses nobody’s budget, even an empty one', () => {
  for (const session of ['phone', 'laptop']) budget.learn(cookie(session), 'ann')
  budget.takeOf(cookie('phone'), 'ann', { units: 300 })
  expect(() => budget.takeKnown(cookie('phone'), one)).toThrowError(refused)
  budget.learn(cookie('phone'), undefined)
  expect(budget.takeKnown(cookie('phone'), one)).toBe(false)
  expect(() => budget.takeKnown(cookie('laptop'), one)).toThrowError(refused)
  budget.forget('ann')
  expect(budget.takeKnown(cookie('laptop'), one)).toBe(false)
})

test('rejected calls do not extend how long a session is known', () => {
  budget.learn(cookie('phone'), 'ann')
  budget.takeOf(cookie('phone'), 'ann', { units: 300 })
  for (let asked = 0; asked < 5; asked += 1) {
    expect(() => budget.takeKnown(cookie('phone'), { units: 100 })).toThrowError()
    now += 1000
  }
  expect(budget.takeKnown(cookie('phone'), { units: 100 })).toBe(false)
})

test('a session has units of its own, even if its user’s budget is empty', () => {
  for (const session of ['phone', 'laptop']) budget.learn(cookie(session), 'ann')
  budget.takeOf(cookie('phone'), 'ann', { units: 300 })
  const own = { units: 60, ofSession: true }
  expect(budget.takeKnown(cookie('phone'), own)).toBe(true)
  expect(() => budget.takeKnown(cookie('phone'), { ...one, ofSession: true })).toThrowError(refused)
  expect(budget.takeKnown(cookie('laptop'), own)).toBe(true)
})
