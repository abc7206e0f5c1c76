import { expect, test } from 'vitest'
import { asAsked, asNow, fieldsOf } from './figures.ts'

const request = {
  ...{ id: 'a', reason: 'more', createdAt: '', decision: null },
  status: 'Open' as const,
  createdBy: { type: 'user' as const, id: 'u', name: 'Ann' },
}

test('a decision is prefilled with the requested limits and their usual burst', () => {
  const tiers = [
    { tier: 'standard' as const, perMinute: 1200 },
    { tier: 'data-read' as const, perMinute: 7 },
  ]
  const storage = [{ kind: 'samples' as const, bytes: 1.5 * 2 ** 40 }]
  expect(asAsked({ ...request, tiers, storage, until: null })).toEqual({
    limits: [
      { tier: 'standard', perMinute: 1200, burst: 2000 },
      { tier: 'data-read', perMinute: 7, burst: 12 },
    ],
    storage: [{ kind: 'samples', gib: 1536 }],
    reason: '',
    until: '',
  })
})

test('a temporary limit is changed until its own end', () => {
  const until = '2026-03-01T13:05:00.000Z'
  const limit = { tier: 'ingest', perMinute: 600, burst: 1000 } as const
  expect(asNow({ ...limit, until })).toMatchObject({ limits: [limit], until })
  expect(asNow({ ...limit, until: null })).toMatchObject({ until: '' })
})

test('faults are shown at their fields, for one tier or several', () => {
  const detail = 'must be a whole number'
  const faults = ['/limits/1/burst', '/perMinute', '/storage/0/bytes', '/bytes', '/reason'].map(
    (pointer) => ({
      pointer,
      detail,
    }),
  )
  const words = 'Must be a whole number.'
  expect(fieldsOf(faults)).toEqual({
    'limits.1.burst': words,
    'limits.0.perMinute': words,
    'storage.0.gib': words,
    gib: words,
    reason: words,
  })
})
