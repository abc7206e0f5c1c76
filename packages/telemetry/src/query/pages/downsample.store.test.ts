import { randomOf } from '@sluice/contract/testing'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { openedStore } from '../../testing/store.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { keptOf, type Sample, workbench } from '../../testing/workbench.ts'
import { columnsOf } from '../plan/selection.ts'
import { downsample } from './downsample.ts'

const store = openedStore()

const { send } = workbench(store)
const metrics = [metricOf('steps', 'integer', 4), metricOf('temperature', 'number', 1)]
const start = microsOfIso('2026-03-28T00:00:00Z')
const range = { from: start, to: start + 3600e6 }
const POINTS = 20

/** Two things of one organization with different series, out of order, some samples corrected. */
async function pair() {
  const { numbers } = thingOf(metrics)
  const members = [7, 8].map((number) => ({ id: `t${number}`, number, metrics }))
  const kept = new Map<string, Sample[]>()
  for (const { id, number } of members) {
    const random = randomOf(number)
    const samples: Sample[] = Array.from({ length: 600 }, () => {
      const metric = random() < 0.3 ? 'steps' : 'temperature'
      const time = isoOf(start + Math.floor(random() * 400) * 9e6)
      return { metric, time, value: Math.floor(random() * 1000) }
    })
    await send(thingOf(metrics, { numbers: { ...numbers, thing: number } }), samples)
    for (const { key } of metrics) {
      kept.set(`${id} ${key}`, keptOf(samples.filter(({ metric }) => metric === key)))
    }
  }
  const subject = {
    ...{ organization: numbers.organization, members, metrics },
    ...{ timezone: 'UTC', name: 'these things' },
  }
  return { subject, kept }
}

async function thinned(method: 'lttb' | 'minmax') {
  const { subject, kept } = await pair()
  const selected = metrics.map((metric) => ({ name: metric.key, metric, aggregate: undefined }))
  const columns = columnsOf(selected, subject, true)
  await store().readBarrier(subject)
  const page = await downsample(store(), subject, {
    ...{ columns, where: [], range, thinning: { method, points: POINTS } },
  })
  return columns.map(({ thing, name }, column) => {
    const points = page.positions.flatMap((t, i) => {
      const value = page.values[column]?.[i]
      return value == null ? [] : [[t, value] as const]
    })
    const samples = (kept.get(`t${thing} ${name}`) ?? []).filter(
      ({ time }) => microsOfIso(time) < range.to,
    )
    const all = samples.map(({ time, value }) => [microsOfIso(time), Number(value)] as const)
    return { all, points, counted: page.from[column] }
  })
}

it('minmax returns the lowest and highest sample of each span and thing', async () => {
  const width = (range.to - range.from) / (POINTS / 2)
  const series = await thinned('minmax')
  expect(series).toHaveLength(4)
  for (const { all, points, counted } of series) {
    const spans = Map.groupBy(all, ([t]) => Math.floor((t - start) / width))
    const extremes = [...spans.values()].flatMap((own) => {
      const ascending = own.toSorted((a, b) => a[1] - b[1] || a[0] - b[0])
      const highest = ascending.find(([, value]) => value === ascending.at(-1)?.[1])
      return [ascending[0], highest].filter((point) => point !== undefined)
    })
    const distinct = new Map(extremes.map((point) => [point[0], point]))
    expect(points).toEqual([...distinct.values()].sort((a, b) => a[0] - b[0]))
    expect(counted).toBe(all.length)
  }
})

it('lttb returns samples of each thing, including its first and last', async () => {
  for (const { all, points, counted } of await thinned('lttb')) {
    expect(points).toHaveLength(POINTS)
    expect(all).toEqual(expect.arrayContaining(points))
    expect([points[0], points.at(-1)]).toEqual([all[0], all.at(-1)])
    expect(counted).toBe(all.length)
  }
})
