import { isoOf, microsOfIso } from '@sluice/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleStore } from '../store.ts'
import { openTestStore } from '../testing/store.ts'
import { type Query, station, workbench } from '../testing/workbench.ts'

const DAY = 86_400e6
let store: SampleStore
beforeAll(async () => {
  // From the tables: the cache reads whole days.
  store = await openTestStore()
})
afterAll(() => store.close())
const { allPages, send } = workbench(() => store)

/** The values at each time, in the order of the columns. */
async function rowsOf(thing: ReturnType<typeof station>, wanted: Partial<Query>) {
  const pages = await allPages(thing, wanted)
  return new Map(
    pages.flatMap(({ timestamps, values }) => {
      return timestamps.map((time, i) => [time, Object.values(values).map((list) => list[i])])
    }),
  )
}

test('a rare metric beside a daily one has the same runs newest first', async () => {
  const thing = station()
  const end = microsOfIso('2026-10-28T12:00:00Z')
  const samples = Array.from({ length: 50 }, (_, i) => {
    const sample = { time: isoOf(end - i * DAY), value: (100 - i) ** 2 }
    const daily = { metric: 'temperature', ...sample }
    return [8, 28, 40].includes(i) ? [daily, { metric: 'steps', ...sample }] : [daily]
  })
  await send(thing, samples.flat())
  const columns = ['delta', 'rate', 'twa'].map((one) => `temperature:${one},steps:${one}`)
  const asked = { from: '-120d', interval: '1d', metrics: columns.join() }
  const forwards = await rowsOf(thing, { ...asked, order: 'asc', limit: 1000 })
  expect(forwards.size).toBe(50)
  const backwards = await rowsOf(thing, { ...asked, order: 'desc', limit: 10 })
  expect([...backwards].reverse()).toEqual([...forwards])
})
