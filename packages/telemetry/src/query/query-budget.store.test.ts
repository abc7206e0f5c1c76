import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { MeasuredThing } from '../measured-thing.ts'
import { openSampleStore } from '../open-store.ts'
import type { SampleStore } from '../store.ts'
import { contextOf, ingestColumnar, summary } from '../testing/calls.ts'
import { openTestStore } from '../testing/store.ts'
import { now, params, station, workbench } from '../testing/workbench.ts'

const DAYS = 20
const range = { from: '2026-05-01T00:00:00Z', to: '2026-05-21T00:00:00Z', metrics: 'steps' }

/** Rollups, which are computed while the tests run, cannot answer it. */
const aggregate = 'p95'

let store: SampleStore
let thrifty: SampleStore
let thing: MeasuredThing

/** A sample every ten seconds, in many parts of the table, and a store whose statements may read about a week of them. */
beforeAll(async () => {
  store = await openTestStore()
  const url = inject('clickhouseUrl')
  thrifty = openSampleStore({ url, clock: () => new Date(), rowsPerQuery: 60_000 })
  thing = station()
  const query = { onError: 'fail' } as const
  for (let day = 1; day <= DAYS; day++) {
    const start = `2026-05-${String(day).padStart(2, '0')}T00:00:00Z`
    const values = { steps: Array.from({ length: 8640 }, (_, i) => day * 8640 + i) }
    const body = { start, stepSeconds: 10, count: values.steps.length, values }
    await ingestColumnar(contextOf(store, thing, now), { params, query, body: body as never })
    await store.readBarrier(thing.numbers)
  }
})
afterAll(() => Promise.all([store.close(), thrifty.close()]))

const rich = workbench(() => store)
const poor = workbench(() => thrifty)

describe('a query that would read too much', () => {
  it.each(['none', 'null'] as const)('is answered in shorter pages, fill=%s', async (fill) => {
    const wanted = { ...range, interval: '1h', fill, aggregate } as const
    const [whole] = await rich.allPages(thing, wanted)
    const pages = await poor.allPages(thing, wanted)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap(({ timestamps }) => timestamps)).toEqual(whole?.timestamps)
    expect(pages.flatMap(({ values }) => values.steps)).toEqual(whole?.values.steps)
  })

  it('is rejected with an interval that fits when one bucket exceeds the budget', async () => {
    const faults = await poor.faultsOf(thing, { ...range, interval: '1mo', aggregate })
    expect(faults).toMatchObject([{ pointer: '/query/interval' }])
    const [, interval = ''] = /use interval=(\w+),/.exec(faults[0].detail) ?? []
    const pages = await poor.allPages(thing, { ...range, interval, aggregate })
    expect(pages.at(-1)?.timestamps.length).toBeGreaterThan(0)
  })

  it('is rejected with a range that fits when it cannot be paged', async () => {
    const thinned = { ...range, downsample: 'minmax' as const }
    const ask = () => summary(contextOf(thrifty, thing, now), { params, query: range })
    const faults = [
      await poor.faultsOf(thing, thinned),
      await ask().then(
        () => [],
        (problem) => problem.errors,
      ),
    ]
    for (const [fault] of faults) {
      expect(fault).toMatchObject({ pointer: '/query/from' })
      expect(fault.detail).toMatch(/use at most \d+[dh],/)
    }
  })
})
