import type { NativeBlock } from '@sluice/clickhouse'
import { isoOf } from '@sluice/runtime'
import { expect, it } from 'vitest'
import type { SampleStore } from '../../store.ts'
import { metricOf } from '../../testing/things.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import type { Subject } from '../plan/subject.ts'
import { readSeries } from '../read-series.ts'
import { bucketAxis } from './bucket-axis.ts'
import { rawAxis } from './raw-axis.ts'

const THINGS = 50
const LIMIT = 20
const SECOND = 1e6
const START = Date.UTC(2026, 0, 1) * 1000
const metric = metricOf('level', 'number', 1)
const members = Array.from({ length: THINGS }, (_, i) => {
  return { id: `t${i}`, number: i + 1, metrics: [metric] }
})
const subject: Subject = {
  ...{ organization: 1, members, metrics: [metric], timezone: 'UTC', name: 'these things' },
}
const range = { from: START, to: START + 86_400 * SECOND }

/** A store that answers as many rows as it may: each second, one thing after another has a sample. */
function storeOf(unit: number, others: (rows: number) => NativeBlock['columns']): SampleStore {
  return {
    rollups: { settledBefore: () => 0, ask() {} },
    async queryBlocks(sql: string, params: Record<string, number>) {
      const { from = 0, to = 0, rows: most = 0 } = params
      const rows = Math.min(most, (to - from) / SECOND)
      const at = (i: number) => (sql.includes(' desc') ? to / SECOND - 1 - i : from / SECOND + i)
      const seconds = Float64Array.from({ length: rows }, (_, i) => at(i))
      const positions = seconds.map((second) => second * unit)
      const things = seconds.map((second) => (second % THINGS) + 1)
      const columns = [positions, things, new Float64Array(rows).fill(1), ...others(rows)]
      return sql.includes('LIMIT') ? [{ rows, columns }] : []
    },
  } as unknown as SampleStore
}

const numbers = (rows: number) => new Float64Array(rows).fill(1.5)

const orders = ['asc', 'desc'] as const

it.each(orders)('a page of raw samples has no more positions than it needs, %s', async (order) => {
  const columns = members.map(({ number: thing }) => {
    return { thing, metric, aggregate: undefined, id: `${thing}`, name: 'level' }
  })
  const store = storeOf(SECOND, (rows) => [numbers(rows), Array(rows).fill('')])
  const axis = rawAxis(store, subject, { columns, where: [], range, limit: LIMIT })
  const { positions } = await axis.read({ from: START, to: START + 3600 * SECOND }, order)
  expect(positions).toHaveLength(LIMIT + 1)
})

const readings = [
  ['avg', (rows: number) => [numbers(rows)]],
  ['delta', (rows: number) => [{ elements: Array.from({ length: 7 }, () => numbers(rows)) }]],
] as const

it.each(
  readings.flatMap(([aggregate, others]) =>
    orders.map((order) => [aggregate, order, others] as const),
  ),
)(
  'a page of buckets has no more positions than it needs: %s, %s',
  async (aggregate, order, others) => {
    const columns = members.map(({ number: thing }) => {
      return { thing, metric, aggregate, id: `${thing}`, name: 'level' }
    })
    const store = storeOf(1, others as (rows: number) => NativeBlock['columns'])
    const grid = gridOf({ count: 1, unit: 's' }, openZone('UTC'))
    const axis = bucketAxis(store, subject, grid, { columns, range, limit: LIMIT })
    const { from } = axis.positions
    const { positions } = await axis.read({ from, to: from + 3600 }, order)
    expect(positions).toHaveLength(LIMIT + 1)
  },
)

it.each(orders)(
  'groups are read no further than the first one, whose page is full, %s',
  async (order) => {
    const store = storeOf(1, (rows) => [numbers(rows)])
    const spans: number[] = []
    const reading = {
      ...store,
      readBarrier: async () => {},
      queryBlocks(...asked: Parameters<SampleStore['queryBlocks']>) {
        const { from, to } = asked[1] as { from: number; to: number }
        spans.push((to - from) / SECOND)
        return store.queryBlocks(...asked)
      },
    }
    const groups = members.slice(0, 3).map((member) => ({ name: member.id, members: [member] }))
    const query = {
      ...{ from: isoOf(range.from), to: isoOf(range.to), interval: '1s', metrics: 'level:avg' },
      ...({ limit: 5, order, fill: 'none', groupBy: 'site' } as const),
    }
    const { axis } = await readSeries(reading, { ...subject, groups }, query, new Date(), {})
    expect(axis.timestamps).toHaveLength(5)
    expect(spans).toEqual([6, 5, 5])
  },
)
