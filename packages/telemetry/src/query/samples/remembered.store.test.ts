import { type Aggregate, aggregates } from '@sluice/contract'
import { isoOf, microsOfIso } from '@sluice/runtime'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { telemetryOf } from '../../open.ts'
import { openSampleStore } from '../../open-store.ts'
import type { SampleStore } from '../../store.ts'
import { memoryLogs } from '../../testing/memory-log.ts'
import { newOrganization } from '../../testing/rounds.ts'
import { openTestStore } from '../../testing/store.ts'
import { metricOf } from '../../testing/things.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import type { Query } from '../plan/plan.ts'
import type { Subject } from '../plan/subject.ts'

/** A store that answers from the tables. */
let table: SampleStore
beforeAll(async () => {
  table = await openTestStore('another')
})
afterAll(() => table.close())

/** Nodes over a log that keeps few records. */
function openNodes(keeps: () => number): SampleStore[] {
  const { node } = memoryLogs(undefined, keeps)
  const url = inject('clickhouseUrl')
  return Array.from({ length: 3 }, (_, i) => {
    const sampleWriter = {
      kind: 'shared',
      log: node({ takesLeases: i === 0 }),
      flushes: true,
    } as const
    return openSampleStore({ url, clock: () => new Date(), sampleWriter })
  })
}

const MINUTE = 60_000_000
const START = microsOfIso('2026-10-24T00:00:00Z')
const MINUTES = 3 * 1440
const now = new Date('2026-11-01T00:00:00Z')
const THINGS = [9, 4, 6]
const metrics = [
  metricOf('level', 'number', 1, { expectedIntervalSeconds: 600 }),
  metricOf('state', 'string', 2),
  metricOf('door', 'boolean', 3),
]

function subjectOf(organization: number): Subject {
  const members = THINGS.map((number) => ({ id: `thing-${number}`, number, metrics }))
  return { organization, members, metrics, timezone: 'Europe/Oslo', name: 'this fleet' }
}

const minute = fc.integer({ min: 0, max: MINUTES })
/** In order from some minute on, or at any time; some values do not fit their metric's type. */
const write = fc.record({
  kind: fc.constant('write' as const),
  thing: fc.constantFrom(...THINGS),
  rows: fc.array(
    fc.tuple(
      minute,
      fc.constantFrom(1, 1, 2, 3),
      fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: -20, max: 20 }) },
        fc.constantFrom('on', 'off'),
      ),
    ),
    { minLength: 1, maxLength: 40 },
  ),
  isInOrder: fc.boolean(),
})
/** Most of a day at once: beyond 1,024 samples a chunk keeps hourly tallies. */
const fill = fc.record({
  kind: fc.constant('fill' as const),
  thing: fc.constantFrom(...THINGS),
  metric: fc.constantFrom(1, 1, 3),
  day: fc.nat({ max: 2 }),
  from: fc.nat({ max: 200 }),
  mark: fc.nat({ max: 40 }),
})
const erase = fc.record({
  kind: fc.constant('erase' as const),
  thing: fc.constantFrom(...THINGS),
  from: minute,
  minutes: fc.integer({ min: 1, max: 600 }),
})
const question = fc.record({
  from: minute,
  minutes: fc.integer({ min: 1, max: MINUTES }),
  interval: fc.constantFrom(undefined, undefined, '7m', '1h', '6h', '1d', '1w'),
  columns: fc.uniqueArray(fc.constantFrom(...aggregates), { minLength: 1, maxLength: 5 }),
  groupBy: fc.constantFrom('thing', 'none'),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.constantFrom(3, 50, 1000),
  /** Of raw samples. */
  where: fc.constantFrom(
    undefined,
    'level>0',
    'level>=-3,level<3',
    'door=true,level!=7',
    'state!=on',
    'state=off,level<=5,door=false',
  ),
  fill: fc.constantFrom('none', 'none', 'null', 'previous', 'linear'),
  timezone: fc.constantFrom('UTC', 'Europe/Oslo', 'Asia/Kolkata'),
})

type Asked = typeof question extends fc.Arbitrary<infer One> ? One : never

const ofStrings: readonly Aggregate[] = ['count', 'first', 'last']

function queryOf({ from, minutes, interval, columns, groupBy, where, ...rest }: Asked): Query {
  const range = { from: isoOf(START + from * MINUTE), to: isoOf(START + (from + minutes) * MINUTE) }
  const names = columns.flatMap((aggregate) =>
    ['level', 'door', ...(ofStrings.includes(aggregate) ? ['state'] : [])].map(
      (key) => `${key}:${aggregate}`,
    ),
  )
  const asked = interval
    ? { interval, metrics: names.join(), groupBy }
    : { groupBy: 'thing', fill: 'none', timezone: undefined, where }
  return { ...range, ...rest, ...asked } as Query
}

type Action =
  typeof write | typeof fill | typeof erase extends fc.Arbitrary<infer One> ? One : never

/** The node that acts. */
const nth = fc.nat({ max: 2 })
const actions = fc.array(
  fc.tuple(
    nth,
    fc.oneof(
      { weight: 12, arbitrary: write },
      { weight: 2, arbitrary: fill },
      { weight: 1, arbitrary: erase },
    ),
  ),
  { maxLength: 4 },
)
const round = fc.record({
  actions,
  asked: question,
  at: nth,
  /** Records that the log keeps after they are stored. */
  keeps: fc.constantFrom(100, 100, 100, 2, 0),
})
const rounds = fc.array(round, { minLength: 4, maxLength: 12 })

/** All pages of a query. */
async function answersOf(of: SampleStore, subject: Subject, query: Query) {
  const telemetry = telemetryOf(of)
  const pages = []
  for (let cursor: string | undefined; ; ) {
    const page = await telemetry.placeSeries(
      subject,
      { ...query, ...(cursor && { cursor }) },
      now,
      {},
    )
    const { nextCursor, ...answer } = page
    pages.push(answer)
    if (nextCursor === null || pages.length > 5) return pages
    cursor = nextCursor
  }
}

function summaryOf(of: SampleStore, subject: Subject, { from, to, groupBy = 'thing' }: Query) {
  const query = { from, to, groupBy, limit: 100 } as const
  return telemetryOf(of).summary(subject, query, now, {})
}

function recentOf(of: SampleStore, subject: Subject) {
  const query = { groupBy: 'thing', limit: 100 } as const
  return telemetryOf(of).recent(subject, query, now, {})
}

/** Sums and derived values differ in their last bits, depending on the order of addition. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) => {
    return typeof each === 'number' ? Number(each.toFixed(7)) + 0 : each
  })
}

let kept = 0
const ways: [string, () => Promise<SampleStore[]>][] = [
  ['the only writer', async () => [await openTestStore('this')]],
  ['nodes that share a log', async () => openNodes(() => kept)],
]

describe.each(ways)('%s', (_, open) => {
  let stores: SampleStore[]
  beforeAll(async () => {
    stores = await open()
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  it('the cache answers like the tables, whatever is written, corrected and erased', async () => {
    const nodeOf = (nth: number) => stores[nth % stores.length] as SampleStore
    await fc.assert(
      fc.asyncProperty(rounds, async (rounds) => {
        const organization = newOrganization()
        const subject = subjectOf(organization)
        for (const { actions, asked, at, keeps } of rounds) {
          kept = keeps
          for (const [nth, action] of actions) await act(nodeOf(nth), organization, action)
          const query = queryOf(asked)
          const store = nodeOf(at)
          const remembered = await answersOf(store, subject, query)
          const summary = await summaryOf(store, subject, query)
          const recent = await recentOf(store, subject)
          await store.readBarrier({ organization })
          expect(rounded(remembered)).toEqual(rounded(await answersOf(table, subject, query)))
          expect(rounded(summary)).toEqual(rounded(await summaryOf(table, subject, query)))
          expect(recent).toEqual(await recentOf(table, subject))
        }
      }),
      {
        seed: 7,
        numRuns: 5,
        endOnFailure: true,
      },
    )
    const known = stores.map(({ chunks }) => chunks?.counts().known ?? 0)
    expect(Math.min(...known)).toBeGreaterThan(10)
  })
})

async function act(store: SampleStore, organization: number, action: Action) {
  const { thing } = action
  if (action.kind === 'erase') {
    const from = START + action.from * MINUTE
    const to = from + action.minutes * MINUTE
    await store.erase({ organization, thing, metrics: undefined, from, to })
    return
  }
  const rows = rowsOf(action)
  const samples = new SampleBuffer(rows.length)
  for (const [minute, metric, value] of rows) samples.push(metric, START + minute * MINUTE, value)
  samples.ascending = false
  await store.write({ organization, thing }, samples)
}

function rowsOf(action: Exclude<Action, { kind: 'erase' }>) {
  if (action.kind === 'fill') {
    const { day, from, metric, mark } = action
    return Array.from({ length: 1440 - from }, (_, i) => {
      return [day * 1440 + from + i, metric, ((mark + 7 * i) % 41) - 20] as const
    })
  }
  const [[first = 0] = []] = action.rows
  return action.rows.map(([at, metric, value], i) => {
    return [action.isInOrder ? first + i : at, metric, value] as const
  })
}
