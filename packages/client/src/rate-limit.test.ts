import { expect, test } from 'vitest'
import { bucketsOf } from './rate-limit.ts'

const read = (policy: string | undefined, level: string | undefined) =>
  bucketsOf(
    new Headers({
      ...(policy && { 'RateLimit-Policy': policy }),
      ...(level && { RateLimit: level }),
    }),
  )

test.each([
  [undefined, undefined, []],
  [
    '"standard";q=600;w=60',
    '"standard";r=7;t=26',
    [{ name: 'standard', remaining: 7, refill: 0.01 }],
  ],
  [
    '"standard";q=600;w=60, "standard-share";q=60;w=60',
    '"standard";r=7;t=26,"standard-share" ; r=0 ; t=1',
    [
      { name: 'standard', remaining: 7, refill: 0.01 },
      { name: 'standard-share', remaining: 0, refill: 0.001 },
    ],
  ],
  [undefined, '"x";r=3', [{ name: 'x', remaining: 3, refill: 0 }]],
  ['"x";q=1;w=0', '"x";t=3', []],
  ['nonsense', 'standard;r=7', []],
])('RateLimit-Policy %s and RateLimit %s are %j', (policy, level, buckets) => {
  expect(read(policy, level)).toEqual(buckets)
})
