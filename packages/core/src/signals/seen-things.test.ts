import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { tellSeen } from './seen-things.ts'

test('a failure in one organization does not stop the events of others', async () => {
  const at = new Date('2026-06-01T12:00:00Z')
  let transactions = 0
  const db = {
    integration: { findMany: async () => [] },
    $transaction: async () => {
      transactions += 1
      if (transactions === 1) throw new Error('refused')
    },
  }
  const stores = { db, clock: () => at } as unknown as Core
  const seen = ['first', 'second', 'third'].map((organizationId) => ({
    ...{ organizationId, thingId: 'truck', at },
  }))
  await expect(tellSeen(stores, seen)).rejects.toThrow('refused')
  expect(transactions).toBe(3)
})
