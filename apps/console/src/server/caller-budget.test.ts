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

test('a user’s sessions share one budget, and each is rejected before its lookup', () => {
  for (const one of ['phone', 'laptop']) budget.takeOf(cookie(one), 'ann', 150)
  for (const one of ['phone', 'laptop']) {
    expect(() => budget.takeKnown(cookie(one), 1)).toThrowError(refused)
  }
  now += 1000
  expect(budget.takeKnown(cookie('phone'), 20)).toBe(true)
  expect(() => budget.takeKnown(cookie('laptop'), 1)).toThrowError(refused)
})

test('an anonymous call and an ended session use nobody’s budget', () => {
  expect(budget.takeKnown(null, 1)).toBe(false)
  expect(budget.takeKnown(cookie('guessed'), 1)).toBe(false)
  budget.takeOf(cookie('phone'), 'ann', 300)
  expect(() => budget.takeKnown(cookie('phone'), 1)).toThrowError(refused)
  budget.forget(cookie('phone'))
  expect(budget.takeKnown(cookie('phone'), 1)).toBe(false)
  expect(() => budget.takeOf(cookie('laptop'), 'ann', 1)).toThrowError(refused)
})

test('when very many sessions are known, the oldest are evicted but keep their budget', () => {
  budget.takeOf(cookie('first'), 'ann', 300)
  for (let i = 0; i < 10_000; i += 1) budget.takeOf(cookie(String(i)), `person-${i}`, 1)
  expect(budget.takeKnown(cookie('first'), 1)).toBe(false)
  expect(() => budget.takeOf(cookie('first'), 'ann', 1)).toThrowError(refused)
})

test('over https only the secure cookie is a session, whatever others precede it', () => {
  const secure = openCallerBudget(() => now, 'https://console.sluice.example')
  const own = '__Secure-better-auth.session_token=phone.signature'
  secure.takeOf(`better-auth.session_token=junk.1; ${own}`, 'ann', 300)
  expect(() => secure.takeKnown(own, 1)).toThrowError(refused)
  expect(() => secure.takeKnown(`better-auth.session_token=junk.2; ${own}`, 1)).toThrowError(
    refused,
  )
  expect(secure.takeKnown('better-auth.session_token=junk.1', 1)).toBe(false)
})

test.each([
  ['decoded', 'better-auth.session_token=%70hone.signature'],
  ['unquoted', 'better-auth.session_token="phone.signature"'],
  ['trimmed', 'better-auth.session_token =  phone.signature '],
  ['taken without its signature', 'better-auth.session_token=phone.Signature%3D'],
  [
    'the first of its name',
    'better-auth.session_token=phone.signature; better-auth.session_token=x.y',
  ],
])('a session’s cookie is %s, so that each session is remembered once', (_, written) => {
  budget.takeOf(cookie('phone'), 'ann', 300)
  expect(() => budget.takeKnown(written, 1)).toThrowError(refused)
})

test('a cookie too long for a session is not remembered', () => {
  const long = cookie('x'.repeat(101))
  budget.takeOf(long, 'ann', 1)
  expect(budget.takeKnown(long, 1)).toBe(false)
  const malformed = cookie('%E0%A4%A')
  budget.takeOf(malformed, 'ann', 1)
  expect(budget.takeKnown(malformed, 1)).toBe(true)
})
