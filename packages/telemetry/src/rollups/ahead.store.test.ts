import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleStore } from '../store.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import type { RollupRequest } from './roll-up.ts'
import { DAY } from './rules.ts'

/** With a sample every four seconds, a query may read about a day and a half. */
const DAYS = 4
const STEP = 4e6
const ROWS = 40_000
const to = now.getTime() * 1000 - DAY
const from = to - DAYS * DAY

let bench: Awaited<ReturnType<typeof openRollupStore>>
let watched: SampleStore
let reads = 0
let asked: RollupRequest[] = []

beforeAll(async () => {
  bench = await openRollupStore(now, ROWS)
  watched = {
    ...bench.store,
    queryBlocks(sql, ...asked) {
      if (sql.includes('FROM samples')) reads += 1
      return bench.store.queryBlocks(sql, ...asked)
    },
    // Delayed, so that no rollup is ready before the query that requested it has been answered.
    rollups: { ...bench.store.rollups, ask: (request) => asked.push(request) },
  }
})
afterAll(() => bench.store.close())
const { query } = workbench(() => watched)

async function writtenStation() {
  const thing = station()
  const samples = new SampleBuffer((DAYS * DAY) / STEP)
  for (let time = from; time < to; time += STEP) samples.push(1, time, time % 7)
  await bench.store.write(thing.numbers, samples)
  return thing
}

async function rollUpWhatWasAsked(): Promise<void> {
  for (const request of asked) bench.store.rollups.ask(request)
  asked = []
  await bench.store.rollups.idle()
}

const hourly = {
  ...{ from: isoOf(from), to: isoOf(to), interval: '1h' },
  metrics: 'temperature:count',
}

it.each(['asc', 'desc'] as const)(
  'a query above the budget returns a part, and everything after the rollup, %s',
  async (order) => {
    const thing = await writtenStation()
    const part = await query(thing, { ...hourly, order })
    expect(part.nextCursor).not.toBeNull()
    expect(reads).toBeGreaterThan(0)
    await rollUpWhatWasAsked()
    reads = 0
    const whole = await query(thing, { ...hourly, order })
    expect(reads).toBe(0)
    expect(whole.nextCursor).toBeNull()
    const [counts] = Object.values(whole.values)
    expect(counts).toEqual(Array.from({ length: DAYS * 24 }, () => 900))
  },
)

it('a bucket above the budget is rejected, and answered after the rollup', async () => {
  const thing = await writtenStation()
  const month = { ...hourly, interval: '1mo' }
  await expect(query(thing, month)).rejects.toMatchObject({ detail: /more than .* samples/ })
  await rollUpWhatWasAsked()
  const { values } = await query(thing, month)
  expect(Object.values(values)).toEqual([[(DAYS * DAY) / STEP]])
})
