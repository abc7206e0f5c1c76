import { expect, test } from 'vitest'
import { exactTime } from '#format/times.ts'
import { figuresOf, levelOf, refillOf, sourceOf } from './tiers.ts'

const tier = {
  ...({ tier: 'standard', perMinute: 600, burst: 1000, remaining: 742 } as const),
  ...({ fullInSeconds: 26, source: 'default', until: null, reason: null } as const),
  ...{ share: null, failures: null },
}

test('the limit and level of a tier are described in words', () => {
  expect(figuresOf(tier)).toBe('600 a minute, up to 1,000 at once')
  expect(refillOf(tier)).toBe('full in 26 s')
  expect(refillOf({ ...tier, fullInSeconds: 0 })).toBe('full')
  expect(levelOf(tier)).toBe(0.742)
})

test('the source of a limit is shown with its reason', () => {
  expect(sourceOf(tier, exactTime)).toBe('The default limit.')
  const own = { ...tier, source: 'standing', reason: '200 more trucks' } as const
  expect(sourceOf(own, exactTime)).toBe('Set for this organization: 200 more trucks.')
  const until = '2027-01-31T00:00:00.000Z'
  expect(sourceOf({ ...own, source: 'override', until }, exactTime)).toBe(
    'Until 31 Jan 2027, 00:00 UTC: 200 more trucks.',
  )
})
