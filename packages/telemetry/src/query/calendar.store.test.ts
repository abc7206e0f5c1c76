import { aggregates } from '@sluice/contract'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { beforeAll, describe, expect, it } from 'vitest'
import { contextOf, summary } from '../testing/calls.ts'
import { type Bucket, type Point, reference } from '../testing/reference-aggregates.ts'
import { calendarBucketsOf } from '../testing/reference-calendar.ts'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { now, params, workbench } from '../testing/workbench.ts'

describe.each(waysToAnswer)('a query answered %s', (_, kind) => {
  const store = openedStore(kind)

  const { query, counter } = workbench(store)

  const HOUR = 3600e6
  const from = microsOfIso('2025-03-01T05:20:00Z')
  const to = microsOfIso('2025-11-20T11:50:00Z')
  const range = { from: isoOf(from), to: isoOf(to) }

  function expectClose(found: unknown, expected: number | null, name: string) {
    expect(found, name).toEqual(expected === null ? null : expect.closeTo(expected, 6))
  }

  // A zone whose clocks change by half an hour, one in the southern hemisphere, one that changes at midnight.
  describe.each([
    ['Europe/Oslo', 1],
    ['Australia/Lord_Howe', 3],
    ['America/Santiago', 4],
  ] as const)('queries in time zone %s', (timezone, seed) => {
    let made: Awaited<ReturnType<typeof counter>>
    beforeAll(async () => {
      made = await counter({ from, to }, { seed, timezone, pause: 9 * HOUR, gap: 60 * HOUR })
    })

    it.each(['1d', '1w', '1mo'] as const)('compute every aggregate of %s buckets', async (unit) => {
      const buckets = calendarBucketsOf(made.points, { from, to }, { timezone, unit })
      const metrics = aggregates.map((aggregate) => `steps:${aggregate}`).join()
      const answer = await query(made.thing, { ...range, interval: unit, metrics })
      expect(answer.timestamps).toEqual([...buckets.keys()])
      for (const aggregate of aggregates) {
        for (const [i, [start, bucket]] of [...buckets].entries()) {
          const found = answer.values[`steps:${aggregate}`]?.[i]
          expectClose(found, reference[aggregate](bucket), `${start} ${aggregate}`)
        }
      }
    })

    it('fill day buckets in every mode', async () => {
      const known = calendarBucketsOf(made.points, { from, to }, { timezone, unit: '1d' })
      const asked = { ...range, interval: '1d', metrics: 'steps:max' }
      for (const fill of ['null', 'previous', 'linear'] as const) {
        const { timestamps, values } = await query(made.thing, { ...asked, fill })
        expect(timestamps.length).toBeGreaterThan(known.size)
        const expected = filled(timestamps, known, fill)
        for (const [i, value] of expected.entries()) {
          expectClose(values['steps:max']?.[i], value, `${timestamps[i]} ${fill}`)
        }
      }
    })

    it('summarize the whole range', async () => {
      const ctx = contextOf(store(), made.thing, now)
      const { metrics } = await summary(ctx, { params, query: { ...range, metrics: 'steps' } })
      const whole: Bucket = { own: made.points, all: made.points, from, to }
      for (const aggregate of aggregates) {
        if (aggregate === 'delta' || aggregate === 'rate') continue
        const found = metrics.steps?.[aggregate]
        const value = typeof found === 'object' ? found?.value : found
        expectClose(value, reference[aggregate](whole), aggregate)
      }
      const first = (value: number | undefined) => made.points.find(({ v }) => v === value)
      expect(metrics.steps?.min?.timestamp).toBe(timeOf(first(metrics.steps?.min?.value as number)))
      expect(metrics.steps?.max?.timestamp).toBe(timeOf(first(metrics.steps?.max?.value as number)))
    })
  })

  function timeOf(point: Point | undefined): string {
    return isoOf(point?.t ?? Number.NaN)
  }

  /** The expected fill, found by looking left and right from each day. */
  function filled(
    starts: readonly string[],
    known: ReadonlyMap<string, Bucket>,
    fill: 'null' | 'previous' | 'linear',
  ): (number | null)[] {
    const values = starts.map((start) => {
      const bucket = known.get(start)
      return bucket ? reference.max(bucket) : null
    })
    return values.map((value, i) => {
      if (value !== null || fill === 'null') return value
      const left = values.findLastIndex((other, j) => j < i && other !== null)
      const right = values.findIndex((other, j) => j > i && other !== null)
      const [a, b] = [values[left] ?? null, values[right] ?? null]
      if (fill === 'previous' || a === null || b === null) return fill === 'previous' ? a : null
      const at = (index: number) => microsOfIso(starts[index] ?? '')
      return a + ((b - a) * (at(i) - at(left))) / (at(right) - at(left))
    })
  }
})
