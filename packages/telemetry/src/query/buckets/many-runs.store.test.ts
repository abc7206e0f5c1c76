import type { SampleValue } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleStore } from '../../store.ts'
import { newOrganization } from '../../testing/rounds.ts'
import { openTestStore } from '../../testing/store.ts'
import { metricOf } from '../../testing/things.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import { bucketAxis } from '../axis/bucket-axis.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import { readPage } from '../pages/read-page.ts'
import type { Order } from '../pages/spans.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { runBuckets } from './run-buckets.ts'

const HOUR = 3_600_000_000
const START = Date.UTC(2026, 5, 1) * 1000
const HOURS = 100
const range = { from: START, to: START + HOURS * HOUR }
const grid = gridOf({ count: 1, unit: 'h' }, openZone('UTC'))
const organization = newOrganization()

/** Things 1 to `things`; each of the first four counts up every half hour, except in every sixth of the range. */
function subjectOf(things: number, metrics: number): Subject {
  const measured = Array.from({ length: metrics }, (_, i) => metricOf(`m${i}`, 'number', i + 1))
  const members = Array.from({ length: things }, (_, i) => {
    return { id: `t${i}`, number: i + 1, metrics: measured }
  })
  return { organization, members, metrics: measured, timezone: 'UTC', name: 'these' }
}

function together({ metrics }: Subject) {
  return metrics.map((metric) => {
    return {
      id: metric.key,
      name: metric.key,
      metric,
      thing: TOGETHER,
      aggregate: 'delta' as const,
    }
  })
}

let store: SampleStore
beforeAll(async () => {
  store = await openTestStore()
  for (const thing of [1, 2, 3, 4]) {
    const samples = new SampleBuffer(2 * HOURS)
    for (let half = 0; half < 2 * HOURS; half += 1) {
      const isSilent = Math.floor(half / 32) % 6 === thing
      if (!isSilent) samples.push(1, START + (half * HOUR) / 2, half)
    }
    await store.write({ organization, thing }, samples)
  }
  await store.readBarrier({ organization })
})
afterAll(() => store.close())

it('a query of 2^32 possible runs of things, metrics and buckets is answered', async () => {
  const subject = subjectOf(2 ** 13, 2 ** 6)
  // A page reads one bucket more than its limit.
  const limit = 2 ** 13 - 1
  const axis = bucketAxis(store, subject, grid, { columns: together(subject), range, limit })
  const page = await readPage(axis, { columns: ['m0'], order: 'asc', limit, start: undefined })
  expect(page).toMatchObject({ next: undefined })
  expect(page.values[0]?.slice(0, 3)).toEqual([4, 8, 8])
  expect(page.positions).toHaveLength(HOURS)
})

/** All pages if a statement may return `most` rows and those of one more bucket. */
async function allPages(order: Order, most: number) {
  const subject = subjectOf(4, 1)
  const limit = 40
  const query = { columns: together(subject), range, limit }
  const { read, sure } = runBuckets(store, subject, grid, query, most)
  const axis = { ...bucketAxis(store, subject, grid, query), read, firstSpan: sure }
  const found: (readonly [number, SampleValue | null])[] = []
  const lengths: number[] = []
  let start: number | undefined
  do {
    const page = await readPage(axis, { columns: ['m0'], order, limit, start })
    for (const [i, position] of page.positions.entries()) {
      found.push([position, page.values[0]?.[i] ?? null])
    }
    lengths.push(page.positions.length)
    start = page.next
  } while (start !== undefined)
  return { found, lengths }
}

it.each(['asc', 'desc'] as const)(
  'pages are shorter where there are many runs, %s',
  async (order) => {
    const whole = await allPages(order, 1e6)
    expect(whole.lengths).toEqual([40, 40, 20])
    const parts = await allPages(order, 60)
    expect(parts.found).toEqual(whole.found)
    expect(Math.max(...parts.lengths)).toBeLessThan(40)
  },
)
