import { tiers } from '@sluice/contract'
import type { Rate } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { addRateLimitFields } from './rate-limit-fields.ts'

const { standard } = tiers

function fieldsOf(rate: Rate) {
  const fields: string[] = []
  addRateLimitFields(fields, rate)
  const [policyName = '', policy, levelName = '', level] = fields
  return { [policyName]: policy, [levelName]: level }
}

describe('the RateLimit header fields', () => {
  test.each([
    [1000, standard, '"standard";q=600;w=60', '"standard";r=1000;t=0'],
    [742, standard, '"standard";q=600;w=60', '"standard";r=742;t=26'],
    [741.99, standard, '"standard";q=600;w=60', '"standard";r=741;t=26'],
    [0.5, { perMinute: 6, burst: 10 }, '"standard";q=6;w=60', '"standard";r=0;t=95'],
    [-3, { perMinute: 6, burst: 10 }, '"standard";q=6;w=60', '"standard";r=0;t=130'],
  ])('are computed for %d units left of %j', (tokens, limit, policy, rate) => {
    expect(fieldsOf({ name: 'standard', tokens, limit })).toEqual({
      'RateLimit-Policy': policy,
      RateLimit: rate,
    })
  })

  test('name the data-read tier', () => {
    const limit = tiers['data-read']
    const fields = fieldsOf({ name: 'data-read', tokens: 10_000, limit })
    expect(fields.RateLimit).toBe('"data-read";r=10000;t=0')
  })

  test('contain a second item for the budget share of a key', () => {
    const share = { name: 'standard-share', tokens: 9, limit: { perMinute: 6, burst: 10 } } as const
    expect(fieldsOf({ name: 'standard', tokens: 1000, limit: standard, share })).toEqual({
      'RateLimit-Policy': '"standard";q=600;w=60, "standard-share";q=6;w=60',
      RateLimit: '"standard";r=1000;t=0, "standard-share";r=9;t=10',
    })
  })

  test('contain a second item for the failures of a key', () => {
    const limit = { perMinute: 60, burst: 100 }
    const failures = { name: 'standard-failures', tokens: 0, limit } as const
    expect(fieldsOf({ name: 'standard', tokens: 999, limit: standard, failures })).toEqual({
      'RateLimit-Policy': '"standard";q=600;w=60, "standard-failures";q=60;w=60',
      RateLimit: '"standard";r=999;t=1, "standard-failures";r=0;t=100',
    })
  })
})
