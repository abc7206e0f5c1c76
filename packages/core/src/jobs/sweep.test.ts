import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { sweep } from './sweep.ts'

test('a failing sweep task is reported and does not stop the others', async () => {
  const done: string[] = []
  const deleted: Date[] = []
  const db = {
    $transaction: () => Promise.reject(new Error('refused')),
    deliveryHour: {
      async deleteMany({ where }: { where: { hour: { lt: Date } } }) {
        deleted.push(where.hour.lt)
      },
    },
    $executeRaw: async () => {
      done.push('old events')
      return 0
    },
    $queryRaw: async (statement: readonly string[] | { readonly sql: string }) => {
      if ('sql' in statement) throw new Error('refused')
      const text = statement.join('')
      if (text.includes('clock_timestamp')) return [{ now: new Date('2026-05-31T12:00:00Z') }]
      if (text.includes('"dueAt" <')) done.push('stray deliveries')
      if (text.includes('"droppingSince" IS NULL')) done.push('bounds')
      return []
    },
  }
  const core = { db, clock: () => new Date('2026-06-01T12:00:00Z') } as unknown as Core
  const fault = await sweep(core).catch((error: unknown) => error)
  expect(done).toEqual(['stray deliveries', 'bounds', 'old events'])
  // Old by the earlier clock, which is the database's here.
  expect(deleted).toEqual([new Date('2026-05-01T12:00:00Z')])
  expect((fault as AggregateError).errors).toHaveLength(2)
})
