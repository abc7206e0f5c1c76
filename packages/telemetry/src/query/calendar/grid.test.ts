import { microsOfIso } from '@sluice/runtime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridOf, readInterval } from './grid.ts'
import { openZone } from './zone.ts'

function grid(interval: string, zone = 'UTC') {
  const read = readInterval(interval)
  if (read === undefined) throw new Error(`not an interval: ${interval}`)
  return gridOf(read, openZone(zone))
}

function startOf(time: string, interval: string, zone?: string): string {
  const { startOf, numberOf } = grid(interval, zone)
  return new Date(startOf(numberOf(microsOfIso(time))) / 1000).toISOString()
}

describe('readInterval', () => {
  it.each(['0s', '1', 's', '-1s', '1y', '1.5h', '01h', '1000000s', '101000d', '9999mo'])(
    'rejects %s',
    (text) => expect(readInterval(text)).toBeUndefined(),
  )
  it.each(['1s', '999999s', '1200mo', '36500d'])('reads %s', (text) =>
    expect(readInterval(text)).toBeDefined(),
  )
})

it.each([
  ['1h', 'Asia/Kolkata', true],
  ['30m', 'UTC', false],
  ['90m', 'UTC', false],
  ['120m', 'UTC', true],
  ['1d', 'Europe/Oslo', true],
  ['1mo', 'America/New_York', true],
  ['1w', 'Asia/Kolkata', false],
  ['1d', 'Australia/Lord_Howe', false],
])('buckets of %s in %s begin on the hour: %s', (interval, zone, expected) => {
  const range = {
    from: microsOfIso('2026-01-01T00:00:00Z'),
    to: microsOfIso('2026-12-01T00:00:00Z'),
  }
  expect(grid(interval, zone).onHours(range)).toBe(expected)
})

const HOUR = 3_600_000_000
interface Offsets {
  readonly offsetsAt: readonly number[]
  readonly offsets: readonly number[]
}

/** As in the store: the offset of the last time that is not after `micros`, else the first. */
function offsetAt({ offsetsAt, offsets }: Offsets, micros: number): number {
  const last = offsetsAt.findLastIndex((at) => at <= micros)
  return offsets[Math.max(last, 0)] ?? 0
}

describe('a bucket', () => {
  it.each([
    ['2026-03-29T12:34:56.789Z', '30s', 'UTC', '2026-03-29T12:34:30.000Z'],
    ['2026-03-29T12:34:56.789Z', '5m', 'Asia/Kolkata', '2026-03-29T12:30:00.000Z'],
    ['2026-03-29T12:34:56.789Z', '1h', 'Asia/Kolkata', '2026-03-29T12:00:00.000Z'],
    ['1969-12-31T23:59:59.999999Z', '1h', 'UTC', '1969-12-31T23:00:00.000Z'],
    ['2026-03-29T12:00:00Z', '1d', 'Europe/Oslo', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T22:00:00Z', '1d', 'Europe/Oslo', '2026-03-29T22:00:00.000Z'],
    ['2026-03-29T12:00:00Z', '1w', 'UTC', '2026-03-23T00:00:00.000Z'],
    ['2026-03-23T00:00:00Z', '1w', 'UTC', '2026-03-23T00:00:00.000Z'],
    ['1969-12-28T00:00:00Z', '1w', 'UTC', '1969-12-22T00:00:00.000Z'],
    ['2026-03-31T23:30:00Z', '1mo', 'Europe/Oslo', '2026-03-31T22:00:00.000Z'],
    ['2026-05-15T00:00:00Z', '3mo', 'UTC', '2026-04-01T00:00:00.000Z'],
    ['2026-05-15T00:00:00Z', '12mo', 'America/New_York', '2026-01-01T05:00:00.000Z'],
    ['1901-05-15T00:00:00Z', '12mo', 'UTC', '1901-01-01T00:00:00.000Z'],
  ])('that contains %s, of %s in %s, begins at %s', (time, interval, zone, start) =>
    expect(startOf(time, interval, zone)).toBe(start),
  )

  const zones = ['UTC', 'Europe/Oslo', 'America/Sao_Paulo', 'America/Havana', 'America/St_Johns']
  const instant = fc.integer({ min: Date.UTC(1970) * 1000, max: Date.UTC(2040) * 1000 })

  it.each([
    ['Europe/Oslo', '2026-03-29T01:00:00Z'],
    ['Europe/Oslo', '2026-10-25T01:00:00Z'],
    ['America/Havana', '2026-11-01T05:00:00Z'],
    ['America/St_Johns', '2010-11-07T02:31:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['Pacific/Kwajalein', '1969-09-30T13:00:00Z'],
    ['Europe/Amsterdam', '1937-06-30T22:40:00Z'],
  ])('holds the samples that the store assigns to it around a clock change: %s, %s', (zone, at) => {
    const change = microsOfIso(at)
    for (const interval of ['1d', '1w', '1mo']) {
      const { numberOf, params } = grid(interval, zone)
      for (const before of [0, 1, 12, 24, 200]) {
        const from = change - before * HOUR
        const offsets = params({ from, to: change + 300 * HOUR }) as unknown as Offsets
        for (let t = from; t < change + 40 * HOUR; t += HOUR / 2) {
          for (const micros of [t - 1, t]) {
            if (micros < from) continue
            const day = Math.floor((micros + offsetAt(offsets, micros)) / (24 * HOUR))
            expect(numberOf(micros)).toBe(grid(interval).numberOf(day * 24 * HOUR))
          }
        }
      }
    }
  })

  it("holds the instants from its start until the next bucket's start", () => {
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom(...zones, 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut'),
        fc.constantFrom('1s', '7m', '1h', '1d', '3d', '1w', '1mo', '5mo'),
        (micros, zone, interval) => {
          const { numberOf, startOf } = grid(interval, zone)
          const number = numberOf(micros)
          expect(startOf(number)).toBeLessThanOrEqual(micros)
          expect(startOf(number + 1)).toBeGreaterThan(micros)
          expect(numberOf(startOf(number))).toBe(number)
        },
      ),
      { numRuns: 1000, seed: 1 },
    )
  })
})
