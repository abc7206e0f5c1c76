import { isoOf, microsOfIso } from '@sluice/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { telemetryOf } from '../open.ts'
import type { SampleStore } from '../store.ts'
import { newOrganization } from '../testing/rounds.ts'
import { openTestStore, waysToAnswer } from '../testing/store.ts'
import { metricOf } from '../testing/things.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'

const MINUTE = 60e6
const now = new Date('2026-06-01T12:00:00Z')
const from = microsOfIso('2026-06-01T10:00:00Z')
const range = { from: isoOf(from), to: isoOf(from + 60 * MINUTE), limit: 100 }

/** Types that share a metric, with these expected intervals in seconds. */
const types = [60, 300, null].map((expectedIntervalSeconds) => [
  metricOf('level', 'number', 1, { expectedIntervalSeconds }),
])
/** Each thing sends every ten minutes. */
const members = [0, 1, 2, 0].map((type, i) => {
  return { id: `t${i}`, number: i + 1, metrics: types[type] ?? [] }
})

describe.each(waysToAnswer)('a summary answered %s', (_, kind) => {
  const organization = newOrganization()
  let store: SampleStore
  beforeAll(async () => {
    store = await openTestStore(kind)
    for (const { number } of members) {
      const samples = new SampleBuffer(6)
      for (let i = 0; i < 6; i += 1) samples.push(1, from + i * 10 * MINUTE, i)
      await store.write({ organization, thing: number }, samples)
    }
    await store.readBarrier({ organization })
  })
  afterAll(() => store.close())

  const metrics = [metricOf('level', 'number', 1)]
  const subject = { organization, members, metrics, timezone: 'UTC', name: 'these' }

  it('computes coverage from the expected interval of each thing', async () => {
    const query = { ...range, groupBy: 'thing' as const }
    const { byThing } = await telemetryOf(store).summary(subject, query, now, {})
    const coverage = members.map(({ id }) => byThing?.[id]?.level?.coverage)
    expect(coverage).toEqual([0.1, 0.5, null, 0.1])
  })

  it('has a coverage of a group only if its things expect the same interval', async () => {
    const [a, b, c, d] = members
    const groups = [[a, d], [b], [c], [a, b]].map((list, i) => {
      return { name: `g${i}`, members: list.flatMap((member) => member ?? []) }
    })
    const query = { ...range, groupBy: 'site' as const }
    const { byGroup } = await telemetryOf(store).summary({ ...subject, groups }, query, now, {})
    expect(byGroup?.map((group) => group.metrics.level?.coverage)).toEqual([0.1, 0.5, null, null])
  })
  it('keeps the range of its first page on later pages', async () => {
    const query = { from: '-2h', to: 'now', groupBy: 'thing' as const, limit: 3 }
    const { summary } = telemetryOf(store)
    const first = await summary(subject, query, now, {})
    const cursor = first.nextCursor ?? ''
    const later = new Date(now.getTime() + 30_000)
    const second = await summary(subject, { ...query, cursor }, later, {})
    expect(Object.keys(second.byThing ?? {})).toEqual(['t3'])
    expect([second.from, second.to, second.nextCursor]).toEqual([first.from, first.to, null])
    const another = summary(subject, { ...query, from: '-3h', cursor }, later, {})
    await expect(another).rejects.toThrow('invalid-request')
  })
})
