import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { expireSamples } from './expire.ts'

test('metrics whose samples cannot be removed do not keep those of others', async () => {
  const metrics = Array.from({ length: 1200 }, (_, i) => ({ organization: 1, metric: i, days: 30 }))
  const expired: number[] = []
  const core = {
    db: { $queryRaw: async () => metrics },
    telemetry: {
      async expire(batch: readonly { metric: number }[]) {
        if (batch.some(({ metric }) => metric === 7)) throw new Error('too long')
        expired.push(...batch.map(({ metric }) => metric))
      },
    },
    clock: () => new Date('2026-06-01T12:00:00Z'),
  } as unknown as Pick<Core, 'db' | 'telemetry' | 'clock'>
  await expect(expireSamples(core)).rejects.toThrow('too long')
  expect(expired).toEqual(metrics.slice(500).map(({ metric }) => metric))
})
