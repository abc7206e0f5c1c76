import { expect, it } from 'vitest'
import { DAY } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { metricOf } from '../../testing/things.ts'
import { TooManyBytes, TooManyRows } from '../../too-many-rows.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import { rolledBuckets } from './rolled-buckets.ts'

const START = Date.UTC(2026, 0, 1) * 1000
const range = { from: START, to: START + 30 * DAY }
const metric = metricOf('level', 'number', 1)
const members = Array.from({ length: 10 }, (_, i) => {
  return { id: `t${i}`, number: i + 1, metrics: [metric] }
})

it.each([
  [1, new TooManyRows(0.1, undefined)],
  [0, new TooManyBytes(undefined)],
])('%i rollups are requested if samples are too many to be read: %o', async (count, error) => {
  const asked: unknown[] = []
  const store = {
    rollups: { settledBefore: () => range.to, ask: (request: unknown) => asked.push(request) },
    async queryBlocks(sql: string) {
      if (sql.includes('FROM samples')) throw error
      return []
    },
  } as unknown as SampleStore
  const subject = { organization: 1, members, metrics: [metric], timezone: 'UTC', name: 'these' }
  const columns = members.map(({ number: thing }) => {
    return { thing, metric, aggregate: 'avg' as const, id: `${thing}`, name: 'level' }
  })
  const grid = gridOf({ count: 1, unit: 'h' }, openZone('UTC'))
  const query = { columns, range, limit: 1000 }
  const read = rolledBuckets(store, subject, grid, query, () => Promise.reject(new Error('plain')))
  const from = grid.numberOf(range.from)
  await expect(read([{ from, to: from + 30 * 24 }], 'asc')).rejects.toBe(error)
  expect(asked).toHaveLength(count)
})
