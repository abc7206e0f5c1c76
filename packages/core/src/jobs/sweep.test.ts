import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { sweep } from './sweep.ts'

/** Stores of a sweep whose transactions end as given, and what it did with them. */
function storesWith($transaction: () => Promise<unknown>) {
  const done: string[] = []
  const deleted: Date[] = []
  /** The times that statements were given. */
  const times: Date[] = []
  const db = {
    $transaction,
    deliveryHour: {
      async deleteMany({ where }: { where: { hour: { lt: Date } } }) {
        deleted.push(where.hour.lt)
      },
    },
    $executeRaw: async () => {
      done.push('old events')
      return 0
    },
    $queryRaw: async (
      statement: readonly string[] | { readonly sql: string; readonly values: unknown[] },
      ...values: unknown[]
    ) => {
      const given = 'sql' in statement ? statement.values : values
      times.push(...given.filter((value) => value instanceof Date))
      if ('sql' in statement) throw new Error('refused')
      const text = statement.join('')
      if (text.includes('clock_timestamp')) return [{ now: new Date('2026-05-31T12:00:00Z') }]
      if (text.includes('"dueAt" <')) return ['bad', 'good'].map(laneOf)
      if (values.includes('bad')) throw new Error('refused')
      if (values.includes('good')) done.push('stray deliveries')
      if (text.includes('"droppingSince" IS NULL')) done.push('bounds')
      return []
    },
  }
  const core = { db, clock: () => new Date('2026-06-01T12:00:00Z') } as unknown as Core
  return { core, done, deleted, times }
}

const laneOf = (organizationId: string) => ({ organizationId, integrationId: 'hook' })

const tasks = ['bounds', 'old events', 'stray deliveries']

test('a failing sweep task is reported and does not stop the others', async () => {
  const { core, done } = storesWith(() => Promise.reject(new Error('refused')))
  const fault = await sweep(core).catch((error: unknown) => error)
  expect(done.toSorted()).toEqual(tasks)
  expect((fault as AggregateError).errors).toHaveLength(3)
})

test('a sweep task that waits for an organization delays no other', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<boolean>()
  const { core, done } = storesWith(() => over)
  const swept = sweep(core).catch(() => {})
  await expect.poll(() => done.toSorted()).toEqual(tasks)
  end(true)
  await swept
})

test('a sweep uses the earlier clock for everything, which is the database’s here', async () => {
  const { core, deleted, times } = storesWith(() => Promise.reject(new Error('refused')))
  await sweep(core).catch(() => {})
  const minutesBefore = times.map(
    (time) => (Date.parse('2026-05-31T12:00:00Z') - time.getTime()) / 60_000,
  )
  // Silent things, and deliveries that are overdue by two minutes.
  expect(minutesBefore.toSorted()).toEqual([0, 2])
  expect(deleted).toEqual([new Date('2026-05-01T12:00:00Z')])
})
