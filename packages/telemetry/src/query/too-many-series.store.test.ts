import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { newOrganization } from '../testing/rounds.ts'
import { openTestStore } from '../testing/store.ts'
import { metricOf } from '../testing/things.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import type { Query } from './plan/plan.ts'
import type { Subject } from './plan/subject.ts'
import { readSeries } from './read-series.ts'
import { readSummary } from './summary.ts'

const THINGS = 8
const SECOND = 1e6
const START = Date.UTC(2026, 4, 1) * 1000
const now = new Date('2026-06-01T00:00:00Z')
const organization = newOrganization()
const metrics = [metricOf('level', 'number', 1)]

function subjectOf(things: number): Subject {
  const members = Array.from({ length: things }, (_, i) => {
    return { id: `t${i}`, number: i + 1, metrics }
  })
  return { organization, members, metrics, timezone: 'UTC', name: 'these things' }
}

let thrifty: ReturnType<typeof openSampleStore>

/** Series of more samples than a granule has, and a store whose statements may read seven granules. */
beforeAll(async () => {
  const store = await openTestStore()
  for (const { number: thing } of subjectOf(THINGS).members) {
    const samples = new SampleBuffer(10_000)
    for (let i = 0; i < 10_000; i += 1) samples.push(1, START + i * SECOND, i)
    await store.write({ organization, thing }, samples)
  }
  await store.readBarrier({ organization })
  await store.close()
  const url = inject('clickhouseUrl')
  thrifty = openSampleStore({ url, clock: () => now, rowsPerQuery: 60_000 })
})
afterAll(() => thrifty.close())

const range = { from: isoOf(START), to: isoOf(START + 5 * SECOND) }
const usual = { ...range, order: 'asc', limit: 1000, fill: 'none', groupBy: 'thing' } as const

const questions: [string, (subject: Subject) => Promise<unknown>][] = [
  ...(
    [
      ['buckets', { interval: '1s', aggregate: 'p95', groupBy: 'none' }],
      ['raw samples', {}],
      ['downsampled', { downsample: 'minmax' }],
    ] as const
  ).map(([name, query]): (typeof questions)[number] => [
    name,
    (subject) => readSeries(thrifty, subject, { ...usual, ...query } as Query, now, {}),
  ]),
  [
    'a summary',
    (subject) => readSummary(thrifty, subject, { ...range, groupBy: 'none', limit: 100 }, now, {}),
  ],
]

it.each(questions)(
  'no shorter range or interval is suggested if none would help: %s',
  async (_, ask) => {
    const fault = {
      pointer: '/query/metrics',
      detail:
        'are of 8 series, and at least 8,192 samples of each would be read, more than the 50,000,000 of one query; use fewer things or fewer metrics',
    }
    await expect(ask(subjectOf(THINGS))).rejects.toMatchObject({ errors: [fault] })
    await expect(ask(subjectOf(3))).resolves.toBeDefined()
  },
)
