import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { expire } from './expire.ts'

test('old invitations are deleted even when the sample store is out of reach', async () => {
  let forgotten = 0
  const db = {
    $queryRaw: async () => [{ organization: 1, metric: 1, days: 7 }],
    invitation: {
      deleteMany: async () => {
        forgotten += 1
        return { count: 0 }
      },
    },
    deletedThing: { findMany: async () => [] },
    $transaction: async () => {},
  }
  const telemetry = { expire: () => Promise.reject(new Error('out of reach')) }
  const clock = () => new Date('2026-06-01T12:00:00Z')
  const core = { db, telemetry, clock } as unknown as Core
  await expect(expire(core)).rejects.toThrow('out of reach')
  expect(forgotten).toBe(1)
})
