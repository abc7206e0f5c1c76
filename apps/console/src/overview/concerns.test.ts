import { expect, test } from 'vitest'
import { concernsOf } from './concerns.ts'

const calm = {
  ...{ counts: undefined, leaked: 0, expiring: 0, refused: 0, failing: 0, silent: 0 },
  full: 0,
}

test('returns no concerns for an organization without problems', () => {
  expect(concernsOf(calm)).toEqual([])
})

test('counts concerns in words, the worst first, each with its list', () => {
  const counts = {
    totals: { calls: 1300, ok: 50, refused: 1250, failed: 0 },
    statuses: [
      { status: 429, problem: 'rate-limited', calls: 1240 },
      { status: 200, problem: null, calls: 50 },
    ],
  }
  expect(concernsOf({ ...calm, counts, expiring: 1, failing: 2, silent: 3, full: 1 })).toEqual([
    { words: '1 storage quota is nearly used up', href: '/limits' },
    { words: '2 integrations are failing', href: '/integrations?failing=true' },
    { words: '3 things are silent', href: '/things?freshness=silent' },
    {
      words: '1,240 calls were over a limit in the last 24 hours',
      href: '/requests?problem=rate-limited',
    },
    { words: '1 key expires within 30 days', href: '/keys?health=expiring' },
  ])
})
