import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { latestInParts } from '../cache/latest/latest-in-parts.ts'
import { openSampleStore } from '../open-store.ts'
import type { SampleStore } from '../store.ts'
import { newOrganization } from '../testing/rounds.ts'
import { openTestStore } from '../testing/store.ts'
import { metricOf } from '../testing/things.ts'
import { now } from '../testing/workbench.ts'
import { TooManyBytes } from '../too-many-rows.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import type { Query } from './plan/plan.ts'
import type { Subject } from './plan/subject.ts'
import { readSeries } from './read-series.ts'

const TEXT_BYTES = 4096
const [THINGS, SAMPLES] = [4, 100]
/** Ten times of all things fit. */
const BYTES = 10 * THINGS * TEXT_BYTES
const MINUTE = 60e6
const from = now.getTime() * 1000 - SAMPLES * MINUTE
const metrics = [metricOf('log', 'string', 1)]
const organization = newOrganization()
const things = Array.from({ length: THINGS }, (_, i) => i + 1)
const subject: Subject = {
  ...{ organization, metrics, timezone: 'UTC', name: 'these things' },
  members: things.map((number) => ({ id: `t${number}`, number, metrics })),
}

let whole: SampleStore
let bounded: SampleStore
beforeAll(async () => {
  whole = await openTestStore()
  const url = inject('clickhouseUrl')
  bounded = openSampleStore({ url, clock: () => new Date(), bytesPerAnswer: BYTES })
  for (const thing of things) {
    const samples = new SampleBuffer(SAMPLES)
    for (let i = 0; i < SAMPLES; i += 1) {
      samples.push(1, from + i * MINUTE, `${thing} ${i}`.padEnd(TEXT_BYTES, '.'))
    }
    await whole.write({ organization, thing }, samples)
  }
  await whole.readBarrier({ organization })
})
afterAll(() => Promise.all([whole.close(), bounded.close()]))

async function pagesOf(store: SampleStore, wanted: Partial<Query>) {
  const query = {
    ...{ from: isoOf(from), to: isoOf(from + SAMPLES * MINUTE), limit: 1000, order: 'asc' },
    ...{ fill: 'none', groupBy: 'thing', ...wanted },
  } as Query
  const rows: unknown[] = []
  const lengths: number[] = []
  let cursor: string | null = null
  do {
    const asked = cursor === null ? query : { ...query, cursor }
    const { axis, values } = await readSeries(store, subject, asked, now, {})
    const times = axis.timestamps.texts()
    rows.push(
      ...times.map((time, i) => [time, ...values.flatMap((own) => own.map((column) => column[i]))]),
    )
    lengths.push(times.length)
    cursor = axis.nextCursor
  } while (cursor !== null)
  return { rows, lengths }
}

describe.each(['asc', 'desc'] as const)('pages of long texts, %s,', (order) => {
  it.each([
    ['raw', {}],
    ['by bucket', { interval: '1m', metrics: 'log:last' }],
    ['by bucket with gaps', { interval: '1m', metrics: 'log:last', fill: 'null' }],
  ] as const)('are shorter than asked for, and complete: %s', async (_, wanted) => {
    const all = await pagesOf(whole, { ...wanted, order })
    expect(all.lengths).toEqual([SAMPLES])
    const parts = await pagesOf(bounded, { ...wanted, order })
    expect(parts.rows).toEqual(all.rows)
    // A page may consist of several answers.
    expect(Math.max(...parts.lengths)).toBeLessThan(SAMPLES / 3)
  })
})

it('what cannot be paged is rejected', async () => {
  const sql = `SELECT text FROM samples WHERE organization = {organization:UInt32}`
  const problem = await bounded.queryBlocks(sql, { organization }).catch((error) => error)
  expect(problem).toBeInstanceOf(TooManyBytes)
  expect(problem).toMatchObject({ code: 'invalid-request', cause: { code: '396' } })
})

it('latest texts are read a few things at a time', async () => {
  const url = inject('clickhouseUrl')
  const bytesPerAnswer = 3 * TEXT_BYTES
  const store = openSampleStore({ url, clock: () => new Date(), bytesPerAnswer })
  const parts: number[][] = []
  for await (const { latest } of latestInParts(store.latest, organization, subject.members)) {
    parts.push([...latest.keys()].toSorted((a, b) => a - b))
  }
  await store.close()
  expect(parts).toEqual([
    [1, 2],
    [3, 4],
  ])
})
