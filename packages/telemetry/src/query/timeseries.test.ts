import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import type { Metric } from '../measured-thing.ts'
import type { SampleStore } from '../store.ts'
import { metricOf } from '../testing/things.ts'
import { mergeMetrics } from './plan/merge-metrics.ts'
import type { Query } from './plan/plan.ts'
import type { Subject } from './plan/subject.ts'
import { readGrouped } from './timeseries.ts'

const now = new Date('2026-06-01T00:00:00Z')
const query: Query = {
  ...{ from: '-24h', to: 'now', order: 'asc', limit: 1000, fill: 'none' },
  ...{ interval: '1h', metrics: 'm0-0', groupBy: 'fleet' },
}

const range = (length: number) => Array.from({ length }, (_, i) => i)

/** A store without samples. */
const store = {
  queryBlocks: async () => [],
  readBarrier: async () => {},
  rollups: { settledBefore: () => 0, ask() {} },
} as unknown as SampleStore

function subjectOf(types: readonly Metric[][], groups: number): Subject {
  const members = types.map((metrics, i) => ({ id: `t${i}`, number: i + 1, metrics }))
  return {
    ...{ organization: 1, members, metrics: atOnce(mergeMetrics(types)), timezone: 'UTC' },
    ...{ name: 'these things', groups: range(groups).map((i) => ({ name: `g${i}`, members })) },
  }
}

it('a group has the columns whose metrics its things have', async () => {
  const types = range(2).map((type) => [metricOf(`m${type}-0`, 'number', type + 1)])
  const subject = subjectOf(types, 0)
  const groups = subject.members.map((member) => ({ name: member.id, members: [member] }))
  const { byGroup } = await readGrouped(store, { ...subject, groups }, query, now, {})
  expect(byGroup).toEqual([
    { group: 't0', things: 1, values: { 'm0-0': [] } },
    { group: 't1', things: 1, values: {} },
  ])
})

it('the metrics of a type are looked through once, not for each group', async () => {
  let reads = 0
  const watched = (key: string, number: number) =>
    new Proxy(metricOf(key, 'number', number), {
      get(...asked) {
        if (asked[1] === 'key') reads += 1
        return Reflect.get(...asked)
      },
    })
  const types = range(20).map((type) =>
    range(20).map((i) => watched(`m${type}-${i}`, 20 * type + i)),
  )
  const subject = subjectOf(types, 30)
  reads = 0
  const { byGroup } = await readGrouped(store, subject, query, now, {})
  expect(byGroup).toHaveLength(30)
  expect(reads).toBeLessThan(2 * 20 * 20)
})
