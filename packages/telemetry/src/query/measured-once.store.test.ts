import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleStore } from '../store.ts'
import { openTestStore } from '../testing/store.ts'
import { metricOf } from '../testing/things.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { bucketAxis } from './axis/bucket-axis.ts'
import { rawAxis } from './axis/raw-axis.ts'
import { gridOf } from './calendar/grid.ts'
import { openZone } from './calendar/zone.ts'
import { readPage } from './pages/read-page.ts'
import type { Subject } from './plan/subject.ts'

const HOUR = 3_600_000_000
const HOURS = 400
const STEP = 4
const START = Date.UTC(2026, 5, 1) * 1000
const range = { from: START, to: START + HOURS * HOUR }
const [level, flow] = [metricOf('level', 'number', 1), metricOf('flow', 'number', 2)]
/** Each thing used to measure both metrics hourly; since its type changed, it measures one every four hours. */
const members = [
  { id: 'tank', number: 7, metrics: [level] },
  { id: 'pipe', number: 8, metrics: [flow] },
]
const subject: Subject = {
  organization: Math.floor(Math.random() * 2 ** 31),
  ...{ members, metrics: [level, flow], timezone: 'UTC', name: 'these' },
}
const columns = members.flatMap(({ number: thing, metrics }) =>
  metrics.map((metric) => {
    return { id: metric.key, name: metric.key, metric, thing, aggregate: undefined }
  }),
)

let store: SampleStore
beforeAll(async () => {
  store = await openTestStore()
  for (const { number, metrics } of members) {
    const samples = new SampleBuffer(2 * HOURS)
    for (const metric of [level, flow]) {
      const step = metrics.includes(metric) ? STEP : 1
      for (let hour = 0; hour < HOURS; hour += step) {
        samples.push(metric.number, START + hour * HOUR, hour)
      }
    }
    samples.ascending = false
    await store.write({ organization: subject.organization, thing: number }, samples)
  }
  await store.readBarrier(subject)
})
afterAll(() => store.close())

const buckets = (aggregate: 'avg' | 'p50' | 'delta') => (limit: number) => {
  const asked = columns.map((column) => ({ ...column, aggregate }))
  const grid = gridOf({ count: 1, unit: 'h' }, openZone('UTC'))
  return bucketAxis(store, subject, grid, { columns: asked, range, limit })
}

it.each([
  ['samples', (limit: number) => rawAxis(store, subject, { columns, where: [], range, limit })],
  ['averages', buckets('avg')],
  ['medians', buckets('p50')],
  ['differences', buckets('delta')],
] as const)('pages of %s are full even if things once measured more metrics', async (_, axisOf) => {
  for (const limit of [HOURS / STEP, 60]) {
    const axis = axisOf(limit)
    const wanted = { columns: ['level', 'flow'], order: 'asc', start: undefined } as const
    const page = await readPage(axis, { ...wanted, limit })
    const hourOf = (position: number) => (axis.timeOf(position) - START) / HOUR
    expect(page.positions.map(hourOf)).toEqual(Array.from({ length: limit }, (_, i) => i * STEP))
    expect(page.next && hourOf(page.next)).toBe(limit === 60 ? 60 * STEP : undefined)
  }
})
