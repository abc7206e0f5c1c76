import type { LimitRequest } from '@sluice/contract'
import { expect, test } from 'vitest'
import { exactTime } from '#format/times.ts'
import { askedWords, outcomeWords, usedWords } from './words.ts'

const request: LimitRequest = {
  ...{ id: '3hZk9QmT7aBc', reason: 'more trucks', status: 'Open', decision: null },
  tiers: [{ tier: 'standard', perMinute: 6000 }],
  storage: [],
  until: '2027-01-31T12:00:00.000Z',
  createdAt: '2026-05-01T00:00:00.000Z',
  createdBy: { type: 'user', id: 'ann', name: 'Ann' },
}
const decision = {
  at: request.createdAt,
  reason: 'of course',
  granted: [],
  storage: [],
  until: null,
}

test('a limit request is described with its tiers and end', () => {
  expect(askedWords(request, exactTime)).toBe(
    'standard 6,000 a minute, until 31 Jan 2027, 12:00 UTC',
  )
})

test('the outcome of a limit request is described with limits and reason', () => {
  const granted = [{ tier: 'standard' as const, perMinute: 3000, burst: 5000 }]
  expect(outcomeWords(request, exactTime)).toBe('Pending')
  expect(outcomeWords({ ...request, decision }, exactTime)).toBe('of course')
  expect(outcomeWords({ ...request, decision: { ...decision, granted } }, exactTime)).toBe(
    'standard 3,000 a minute, permanently: of course',
  )
})

test('storage is described with its size and without an end', () => {
  const storage = [{ kind: 'samples' as const, bytes: 2 ** 40 }]
  expect(askedWords({ ...request, storage, tiers: [] }, exactTime)).toBe('1 TiB of samples')
  expect(askedWords({ ...request, storage, until: null }, exactTime)).toBe(
    '1 TiB of samples, standard 6,000 a minute, permanently',
  )
  expect(outcomeWords({ ...request, decision: { ...decision, storage } }, exactTime)).toBe(
    '1 TiB of samples: of course',
  )
})

test('the usage of a tier is described with calls and rejected calls', () => {
  const days = Array.from({ length: 14 }, () => ({ date: '2026-05-01', calls: 0, limited: 0 }))
  const use = { tier: 'standard', calls: 1200, limited: 0, days }
  expect(usedWords(use)).toBe('Last 14 days: 1,200 calls, none rate limited.')
  expect(usedWords({ ...use, calls: 1, limited: 1 })).toBe('Last 14 days: 1 call, 1 rate limited.')
  expect(usedWords(undefined)).toBe('')
})
