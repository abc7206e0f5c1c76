import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SampleStore } from '../../store.ts'
import { sampleAt } from '../../testing/blocks.ts'
import { actInRounds, newOrganization } from '../../testing/rounds.ts'
import { openTestStore } from '../../testing/store.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import type { LatestByThing } from './latest-rows.ts'

const DAY = 86_400_000_000
const things = [7, 8, 9]

let store: SampleStore
let table: SampleStore
beforeAll(async () => {
  table = await openTestStore('another')
})
afterAll(() => table.close())

function comparable(latest: LatestByThing) {
  return things.map((thing) =>
    [...(latest.get(thing) ?? [])]
      .map(([metric, row]) => ({ metric, ...row }))
      .sort((a, b) => a.metric - b.metric),
  )
}

/** Few things, metrics and times, so that many writes are late, out of order or repeated. */
const day = fc.integer({ min: -2, max: 2 })
const metric = fc.constantFrom(1, 2)
const thing = fc.constantFrom(...things)
const value = fc.constantFrom(-0.5, 0, 1, 1.1, true, '', 'på', 'long '.repeat(9))
const samples = fc.array(fc.tuple(metric, day, value), { minLength: 1, maxLength: 4 })
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write'), thing, samples }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read'), some: fc.subarray(things) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant('erase'), thing, from: day },
      metrics: fc.option(fc.tuple(metric), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire'), before: day }) },
)
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never

function act(organization: number, one: Action): Promise<unknown> {
  if ('samples' in one) {
    const buffer = new SampleBuffer(one.samples.length)
    for (const [of, at, sample] of one.samples) buffer.push(of, at * DAY, sample)
    buffer.ascending = false
    return store.write({ organization, thing: one.thing }, buffer)
  }
  if ('some' in one) return store.latest(organization, one.some)
  if ('from' in one) {
    const range = { from: one.from * DAY, to: (one.from + 1) * DAY }
    return store.erase({ organization, thing: one.thing, metrics: one.metrics, ...range })
  }
  return store.expire([1, 2].map((metric) => ({ organization, metric, before: one.before * DAY })))
}

describe('the cache of latest values', () => {
  beforeAll(async () => {
    store = await openTestStore('this')
  })
  afterAll(() => store.close())

  it('equals the table under concurrent writes, reads and deletions', async () => {
    const check = async (organization: number) => {
      const remembered = comparable(await store.latest(organization, things))
      await store.readBarrier({ organization })
      expect(remembered).toEqual(comparable(await table.latest(organization, things)))
    }
    await actInRounds(action, { numRuns: 2, seed: 5 }, { act, check })
  })

  it('reflects writes at once without a table read, and erasures too', async () => {
    const noon = { organization: newOrganization(), thing: 7 }
    const read = async () => {
      const rows = (await store.latest(noon.organization, [7])).get(7)
      return rows?.get(1)?.time
    }
    expect(await read()).toBeUndefined()
    const { misses = 0 } = store.figures().latest ?? {}
    for (const time of [10, 30, 20]) await store.write(noon, sampleAt(time))
    expect(await read()).toBe(30)
    expect(store.figures().latest).toMatchObject({ misses })
    await store.erase({ ...noon, metrics: undefined, from: 25, to: 35 })
    expect(await read()).toBe(20)
  })
})

it('a store whose cache is in another process refuses writes, erasures and expiry', async () => {
  const refusal = 'by the process that remembers'
  const noon = { organization: newOrganization(), thing: 7 }
  await expect(table.write(noon, sampleAt(40))).rejects.toThrow(refusal)
  const erasure = { ...noon, metrics: undefined, from: 0, to: 100 }
  await expect(table.erase(erasure)).rejects.toThrow(refusal)
  await expect(table.expire([])).rejects.toThrow(refusal)
  expect(table.figures().latest).toBeUndefined()
})
