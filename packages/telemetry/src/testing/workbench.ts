import type { SampleValue } from '@sluice/contract'
import { randomOf } from '@sluice/contract/testing'
import { isoOf, microsOfIso } from '@sluice/runtime'
import type { MeasuredThing } from '../measured-thing.ts'
import type { SampleStore } from '../store.ts'
import { contextOf, ingest, timeseries } from './calls.ts'
import { metricOf, thingOf } from './things.ts'

/** For tests of timeseries: sends samples to a thing of a store and queries it. */
export const params = { thingId: 'station-1' }
export const now = new Date('2026-11-01T00:00:00Z')

export type Query = Parameters<typeof timeseries>[1]['query']

export interface Sample {
  readonly metric: string
  readonly time: string
  readonly value: SampleValue
}

export function station(timezone = 'UTC') {
  const metrics = [
    metricOf('temperature', 'number', 1),
    metricOf('door', 'boolean', 2),
    metricOf('state', 'string', 3),
    metricOf('steps', 'integer', 4),
  ]
  return thingOf(metrics, { timezone })
}

/** The samples that count, in order of time: for each metric and time, the last one given. */
export function keptOf(samples: readonly Sample[]): Sample[] {
  const kept = new Map(samples.map((sample) => [`${sample.metric} ${sample.time}`, sample]))
  return [...kept.values()].sort((a, b) => microsOfIso(a.time) - microsOfIso(b.time))
}

/** Actions of tests on a store. `store` is called on use, since tests open it late. */
export function workbench(store: () => SampleStore) {
  function query(thing: MeasuredThing, wanted: Partial<Query>) {
    const defaults = {
      ...({
        from: '-24h',
        to: 'now',
        order: 'asc',
        limit: 1000,
        fill: 'none',
      } as const),
    }
    const asked = { params, query: { ...defaults, ...wanted } }
    return timeseries(contextOf(store(), thing, now), asked)
  }

  /** All pages of a query, in order. */
  async function allPages(thing: MeasuredThing, wanted: Partial<Query>) {
    const first = await query(thing, wanted)
    const pages = [first]
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await query(thing, { ...wanted, cursor })
      pages.push(page)
      cursor = page.nextCursor
    }
    return pages
  }

  function faultsOf(thing: MeasuredThing, wanted: Partial<Query>) {
    return query(thing, wanted).then(
      () => [],
      (problem) => problem.errors,
    )
  }

  function send(thing: MeasuredThing, samples: readonly Sample[]) {
    const frames = samples.map(({ metric, time, value }) => {
      return { timestamp: time, values: { [metric]: value } }
    })
    const input = { params, query: { onError: 'fail' as const }, body: { frames } as never }
    return ingest(contextOf(store(), thing, now), input)
  }

  /** Samples with gaps, out of order, and with duplicates. */
  async function filled(from: string, to: string, count: number, timezone = 'UTC') {
    const thing = station(timezone)
    const random = randomOf(count)
    const [start, width] = [microsOfIso(from), microsOfIso(to) - microsOfIso(from)]
    const samples: Sample[] = Array.from({ length: count }, () => {
      const time = isoOf(start + Math.floor(random() * 200) * Math.floor(width / 200))
      if (random() < 0.2) return { metric: 'door', time, value: random() < 0.5 }
      if (random() < 0.2) return { metric: 'state', time, value: `s${Math.floor(random() * 3)}` }
      if (random() < 0.2) return { metric: 'steps', time, value: Math.floor(random() * 100) }
      return { metric: 'temperature', time, value: Math.round(random() * 1000) / 8 }
    })
    const half = Math.floor(count / 2)
    await send(thing, samples.slice(0, half))
    await send(thing, samples.slice(half))
    return { thing, samples: keptOf(samples) }
  }

  /** A counter with resets and gaps, sent out of order, with corrections and duplicates; also its points in `range`. */
  async function counter(
    range: { from: number; to: number },
    { pause, gap, ...of }: { seed: number; timezone?: string; pause: number; gap: number },
  ) {
    const thing = station(of.timezone)
    const random = randomOf(of.seed)
    const samples: Sample[] = []
    let steps = 0
    for (
      let t = range.from - 3 * pause;
      t < range.to + 3 * pause;
      t += Math.ceil(random() * pause)
    ) {
      steps = random() < 0.1 ? Math.floor(random() * 5) : steps + Math.floor(random() * 50)
      if (random() < 0.03) t += gap
      samples.push({ metric: 'steps', time: isoOf(Math.round(t)), value: steps })
    }
    const wrong = samples.filter(() => random() < 0.2).map((sample) => ({ ...sample, value: 1e6 }))
    await send(thing, wrong.toReversed())
    const twice = samples.filter(() => random() < 0.1)
    const shuffled = [...samples, ...twice].toSorted(() => random() - 0.5)
    await send(thing, shuffled)
    const points = keptOf(samples).map(({ time, value }) => {
      return { t: microsOfIso(time), v: Number(value) }
    })
    return { thing, points: points.filter(({ t }) => t >= range.from && t < range.to) }
  }

  return { query, allPages, faultsOf, send, filled, counter }
}
