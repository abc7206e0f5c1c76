import { describe, expect, it } from 'vitest'
import { contextOf, summary } from '../testing/calls.ts'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { metricOf, thingOf } from '../testing/things.ts'
import { now, params, station, workbench } from '../testing/workbench.ts'

describe.each(waysToAnswer)('a summary answered %s', (_, kind) => {
  const store = openedStore(kind)

  it('of a metric that was changed to a string covers its earlier numbers', async () => {
    const { numbers } = station()
    const before = thingOf([metricOf('level', 'number', 1)], { numbers })
    const after = thingOf([metricOf('level', 'string', 1)], { numbers })
    const { send } = workbench(store)
    await send(before, [{ metric: 'level', time: '2026-10-01T00:00:00Z', value: 4 }])
    await send(after, [{ metric: 'level', time: '2026-10-01T01:00:00Z', value: 'high' }])
    const summarized = async (from: string) => {
      const query = { from, to: '2026-10-01T02:00:00Z', metrics: 'level' }
      return (await summary(contextOf(store(), after, now), { params, query })).metrics.level
    }
    const all = {
      sum: 4,
      avg: 4,
      p50: 4,
      p99: 4,
      twa: 4,
      min: { value: 4 },
      last: { value: 'high' },
    }
    expect(await summarized('2026-10-01T00:00:00Z')).toMatchObject({ count: 2, ...all })
    const none = { sum: null, avg: null, p50: null, twa: null, min: null }
    expect(await summarized('2026-10-01T00:30:00Z')).toMatchObject({ count: 1, ...none })
  })
})
