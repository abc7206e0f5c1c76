import type { ClickHouseClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { openSampleCounts } from './sample-counts.ts'

/** A store that takes batches, or fails while `down`; what it failed to take is noted too. */
function fakeStore() {
  const store = {
    down: false,
    asked: [] as { token: unknown; values: unknown }[],
    async insert({
      values,
      clickhouse_settings,
    }: {
      values: unknown
      clickhouse_settings: object
    }) {
      const token = Reflect.get(clickhouse_settings, 'insert_deduplication_token')
      store.asked.push({ token, values })
      if (store.down) throw new Error('the store is down')
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

test('samples are counted by thing and UTC day', async () => {
  const store = fakeStore()
  const counts = openCounts(store)
  counts.count(thing(1), 5, noon)
  counts.count(thing(2), 1, noon)
  counts.count(thing(1), 3, new Date('2026-06-01T23:59:59.999Z'))
  counts.count(thing(1), 4, new Date('2026-06-02T00:00:00Z'))
  await counts.flush()
  await counts.flush()
  expect(store.asked.map(({ values }) => values)).toEqual([
    [
      [7, '2026-06-01', 1, 8],
      [7, '2026-06-01', 2, 1],
      [7, '2026-06-02', 1, 4],
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
  const [first, again, same, later] = store.asked
  expect(store.asked).toHaveLength(4)
  expect([again, same]).toEqual([first, first])
  expect(later?.values).toEqual([[7, '2026-06-01', 1, 2]])
  expect(later?.token).not.toBe(first?.token)
})

test('sample counts are bounded in the number of things', async () => {
  const store = fakeStore()
  const counts = openCounts(store, 2)
  for (const number of [1, 2, 3, 1]) counts.count(thing(number), 1, noon)
  await counts.flush()
  expect(store.asked[0]?.values).toEqual([
    [7, '2026-06-01', 1, 2],
    [7, '2026-06-01', 2, 1],
  ])
})

test('samples counted during a write wait for the next flush', async () => {
  const store = fakeStore()
  const counts = openCounts(store)
  const { insert } = store
  store.insert = async (request) => {
    await insert(request)
    counts.count(thing(2), 1, noon)
  }
  counts.count(thing(1), 5, noon)
  await counts.flush()
  expect(store.asked).toHaveLength(1)
  await counts.flush()
  expect(store.asked[1]?.values).toEqual([[7, '2026-06-01', 2, 1]])
})
