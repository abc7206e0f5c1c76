import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { decode, rowsOf } from '@sluice/clickhouse/testing'
import { expect, test } from 'vitest'
import { openSampleCounts } from './sample-counts.ts'

interface Asked {
  readonly query: string
  readonly values: AsyncIterable<Buffer>
  readonly clickhouse_settings: object
}

/** A store that accepts batches, or fails while `down`; failed ones are recorded, too. */
function fakeStore() {
  const store = {
    down: false,
    asked: [] as { table: string; token: unknown; values: unknown[][] }[],
    async exec({ query, values, clickhouse_settings }: Asked) {
      const token = Reflect.get(clickhouse_settings, 'insert_deduplication_token')
      const rows: Record<string, unknown>[] = []
      for await (const block of values) rows.push(...rowsOf(decode(block)))
      const table = query.match(/INTO (\w+)/)?.[1] ?? ''
      store.asked.push({ table, token, values: rows.map((row) => Object.values(row).map(Number)) })
      if (store.down) throw new Error('the store is down')
      return { stream: Readable.from([]) }
    },
    async close() {},
  }
  return store
}

function openCounts(store: ReturnType<typeof fakeStore>, capacity = 10) {
  const client = store as unknown as ClickHouseClient
  return openSampleCounts({ client, capacity, intervalMs: 3_600_000 })
}

const thing = (number: number) => ({ organization: 7, thing: number })
const noon = new Date('2026-06-01T12:00:00Z')

/** As the store counts days: since the epoch. */
const dayOf = (date: string) => Date.parse(date) / 86_400_000
const [first, second] = [dayOf('2026-06-01'), dayOf('2026-06-02')]

/** The batches sent to a table. */
const askedOf = ({ asked }: ReturnType<typeof fakeStore>, table: string) =>
  asked.filter((one) => one.table === table)

test('samples are counted by thing and UTC day, and by hour', async () => {
  const store = fakeStore()
  const counts = openCounts(store)
  counts.count(thing(1), 5, noon)
  counts.count(thing(2), 1, noon)
  counts.count(thing(1), 3, new Date('2026-06-01T23:59:59.999Z'))
  counts.count(thing(1), 4, new Date('2026-06-02T00:00:00Z'))
  await counts.flush()
  await counts.flush()
  // The store sums equal rows.
  expect(askedOf(store, 'accepted').map(({ values }) => values)).toEqual([
    [
      [7, first, 1, 5],
      [7, first, 2, 1],
      [7, first, 1, 3],
      [7, second, 1, 4],
    ],
  ])
  const hourOf = (iso: string) => Date.parse(iso) / 1000
  expect(askedOf(store, 'accepted_hours').map(({ values }) => values)).toEqual([
    [
      [7, hourOf('2026-06-01T12:00:00Z'), 6],
      [7, hourOf('2026-06-01T23:00:00Z'), 3],
      [7, hourOf('2026-06-02T00:00:00Z'), 4],
    ],
  ])
})

test('a failed batch of sample counts is retried unchanged before later ones', async () => {
  const store = fakeStore()
  const counts = openCounts(store)
  counts.count(thing(1), 5, noon)
  store.down = true
  await counts.flush()
  counts.count(thing(1), 2, noon)
  await counts.flush()
  store.down = false
  await counts.close()
  const [tried, again, same, later, ...more] = askedOf(store, 'accepted')
  expect(more).toEqual([])
  expect([again, same]).toEqual([tried, tried])
  expect(later?.values).toEqual([[7, first, 1, 2]])
  expect(later?.token).not.toBe(tried?.token)
  expect(askedOf(store, 'accepted_hours').map(({ token }) => token)).toEqual([
    tried?.token,
    later?.token,
  ])
})

test('samples of things that have no room count for their organization alone', async () => {
  const store = fakeStore()
  const counts = openCounts(store, 2)
  for (const number of [1, 2, 3, 1, 4]) counts.count(thing(number), 1, noon)
  await counts.flush()
  expect(store.asked.map(({ values }) => values)).toEqual([
    [
      [7, first, 1, 2],
      [7, first, 2, 1],
      [7, first, 0, 2],
    ],
    [[7, Date.parse('2026-06-01T12:00:00Z') / 1000, 5]],
  ])
})

test('samples counted during a write wait for the next flush', async () => {
  const store = fakeStore()
  const counts = openCounts(store)
  const { exec } = store
  store.exec = async (request) => {
    counts.count(thing(2), 1, noon)
    return exec(request)
  }
  counts.count(thing(1), 5, noon)
  await counts.flush()
  expect(askedOf(store, 'accepted')).toHaveLength(1)
  await counts.flush()
  // Both tables were written meanwhile.
  expect(askedOf(store, 'accepted')[1]?.values).toEqual([[7, first, 2, 2]])
})
