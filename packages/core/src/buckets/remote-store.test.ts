import { NobodyThere } from '@sluice/runtime'
import { expect, test } from 'vitest'
import { remoteBuckets } from './remote-store.ts'

const draw = {
  organization: 'acme',
  tier: 'standard',
  limit: { perMinute: 600, burst: 1000 },
  key: undefined,
  share: undefined,
}

test('buckets in a process that does not answer are unavailable', async () => {
  const store = remoteBuckets({ ask: () => Promise.reject(new NobodyThere()) })
  await expect(store.look(draw)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
})

test('taking units is rejected outside the process that owns the buckets', () => {
  const store = remoteBuckets({ ask: () => Promise.resolve({}) })
  expect(() => store.take(draw)).toThrowError(/process that has the buckets/)
})
