import { expect, test } from 'vitest'
import { exampleKey } from '../testing/example-key.ts'
import { healthOf } from './health.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const used = { lastUsedAt: '2026-05-31T12:00:00Z' }

test('a key in use has no warning', () => {
  expect(healthOf(exampleKey(used), { total: 100, refusedRatio: 0.01 }, now)).toEqual([])
})

test.each([
  ['2026-07-02T12:00:00Z', undefined],
  ['2026-06-21T12:00:00Z', 'quiet'],
  ['2026-06-07T12:00:00Z', 'warn'],
  ['2026-06-02T11:00:00Z', 'danger'],
])('for a key that expires at %s, the warning is %s', (expiresAt, tone) => {
  expect(healthOf(exampleKey({ ...used, expiresAt }), undefined, now)[0]?.tone).toBe(tone)
})

test.each([
  ['2026-05-01T00:00:00Z', null, 'Never used'],
  ['2026-01-01T00:00:00Z', null, 'Unused for 90 days'],
  ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', 'Unused for 90 days'],
])('a key created at %s and used at %s is shown as “%s”', (createdAt, lastUsedAt, words) => {
  const [health] = healthOf(exampleKey({ createdAt, lastUsedAt }), undefined, now)
  expect(health?.words).toBe(words)
})

test('a key whose calls were all rejected is not shown as unused', () => {
  const tried = { total: 3, refusedRatio: 1 }
  const health = healthOf(exampleKey({ lastUsedAt: null }), tried, now)
  expect(health.map(({ words }) => words)).toEqual(['No call accepted'])
})

test('a key has a warning about rejected calls from ten calls on', () => {
  const words = (total: number) =>
    healthOf(exampleKey(used), { total, refusedRatio: 0.5 }, now).map((health) => health.words)
  expect(words(9)).toEqual([])
  expect(words(10)).toEqual(['50\u202f% refused'])
})

test('a leak is still shown when the key is revoked, unlike other warnings', () => {
  const key = exampleKey({ status: 'Revoked', leakedAt: '2026-05-01T00:00:00Z' })
  expect(healthOf(key, undefined, now).map(({ kind }) => kind)).toEqual(['leaked'])
})
