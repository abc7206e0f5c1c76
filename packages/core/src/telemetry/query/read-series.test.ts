import { expect, it } from 'vitest'
import { contextOf, metricOf, thingOf } from '../fixture.ts'
import type { TelemetryStore } from '../store.ts'
import { timeseries } from '../timeseries.ts'
import type { WaitedFor } from '../write-ahead/waited-for.ts'

const MINUTE = 60_000_000

it.each([
  ['raw samples', {}, 3 * MINUTE, 13 * MINUTE],
  [
    'buckets, of which those at the ends may be remembered whole',
    { interval: '5m' },
    0,
    15 * MINUTE,
  ],
])('waits for acknowledged samples of %s', async (_, buckets, from, to) => {
  const waits: WaitedFor[] = []
  const none = async () => []
  const store = {
    catchUp: async (waitedFor: WaitedFor) => void waits.push(waitedFor),
    ...{ query: none, queryBlocks: none, queryPlainly: none, queryFew: none },
    rollups: { settledBefore: () => 0 },
  }
  const thing = thingOf([metricOf('level', 'number', 1)])
  const ctx = contextOf(store as unknown as TelemetryStore, thing)
  const range = { from: '1970-01-01T00:03:00Z', to: '1970-01-01T00:13:00Z' }
  await timeseries(ctx, {
    params: { thingId: 'thing' },
    query: { ...range, ...buckets, order: 'asc', limit: 10, aggregate: 'avg', fill: 'none' },
  })
  const { organization } = thing.numbers
  expect(waits).toEqual([{ organization, things: [7], range: { from, to } }])
})
