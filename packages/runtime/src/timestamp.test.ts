import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EARLIEST_MICROS, isoOf, LATEST_MICROS, microsOf, microsOfIso } from './timestamp.ts'

const instant = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

describe('microsOfIso', () => {
  it('reads every millisecond that Date writes', () => {
    fc.assert(
      fc.property(instant, (date) => {
        expect(microsOfIso(date.toISOString())).toBe(date.getTime() * 1000)
      }),
      { numRuns: 2000, seed: 1 },
    )
  })

  it('reads offsets as Date does', () => {
    const two = (count: number) => String(count).padStart(2, '0')
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom('+', '-'),
        (date, hours, minutes, sign) => {
          const text = `${date.toISOString().slice(0, -1)}${sign}${two(hours)}:${two(minutes)}`
          expect(microsOfIso(text)).toBe(Date.parse(text) * 1000)
          expect(microsOfIso(text.replace(/:(\d\d)$/, '$1'))).toBe(Date.parse(text) * 1000)
        },
      ),
    )
  })

  it('rejects exactly the dates that do not exist', () => {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        for (const year of ['1900', '2000', '2023', '2024']) {
          const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const read = new Date(Date.UTC(Number(year), month - 1, day)).toISOString()
          const isReal = read.startsWith(date)
          expect(Number.isNaN(microsOfIso(`${date}T00:00Z`)), date).toBe(!isReal)
        }
      }
    }
  })

  it('keeps microseconds and truncates finer digits', () => {
    expect(microsOfIso('1970-01-01T00:00:00.000001Z')).toBe(1)
    expect(microsOfIso('1969-12-31T23:59:59.999999Z')).toBe(-1)
    expect(microsOfIso('1970-01-01T00:00:01.1234567899Z')).toBe(1_123_456)
    expect(microsOfIso('1970-01-01T00:00:01.5Z')).toBe(1_500_000)
  })

  it.each(['1970-01-01T00:01Z', '1970-01-01 00:01:00z', '1970-01-01t01:01:00+01'])(
    'reads %s',
    (text) => expect(microsOfIso(text)).toBe(60e6),
  )

  it.each([
    '',
    '2026',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00+01:60',
    '2026-01-31T12:00:00+1:00',
    '2026-01-31T12:00:00+01:0',
    '2026-01-31T12:00:00Z ',
    ' 2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00ZZ',
    '2026-01-31T12:00:0xZ',
    '2026/01/31T12:00:00Z',
    '-026-01-31T12:00:00Z',
    '٢٠٢٦-01-31T12:00:00Z',
  ])('rejects %j', (text) => expect(microsOfIso(text)).toBeNaN())
})

describe('microsOf', () => {
  it.each([0, 1, -1, 1_769_860_800, -1_769_860_800, 99_999_999_999])(
    'takes %i for seconds, and rejects it',
    (seconds) => expect(microsOf(seconds)).toBeNaN(),
  )

  it('reads integers as epoch milliseconds', () => {
    expect(microsOf(1_700_000_000_000)).toBe(1_700_000_000_000_000)
    expect(microsOf(-1e12)).toBe(-1e15)
  })

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, null, undefined, true, {}, [1]])(
    'rejects %j',
    (value) => expect(microsOf(value)).toBeNaN(),
  )
})

describe('isoOf', () => {
  it('shows microseconds only where there are any', () => {
    expect(isoOf(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(isoOf(1_001)).toBe('1970-01-01T00:00:00.001001Z')
    expect(isoOf(-1)).toBe('1969-12-31T23:59:59.999999Z')
  })

  it('writes every millisecond as Date does, whatever it wrote before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: EARLIEST_MICROS / 1000, max: LATEST_MICROS / 1000 }),
        (millis) => {
          expect(isoOf(millis * 1000)).toBe(new Date(millis).toISOString())
        },
      ),
      { numRuns: 2000, seed: 1 },
    )
    const lastOfDay = Date.parse('2026-02-28T23:59:59.999Z')
    for (const millis of [lastOfDay, lastOfDay + 1, lastOfDay - 999]) {
      expect(isoOf(millis * 1000)).toBe(new Date(millis).toISOString())
    }
  })

  it('writes every day as Date does', () => {
    const day = 86_400_000
    const days = (LATEST_MICROS - EARLIEST_MICROS) / 1000 / day
    const midnights = Array.from({ length: days }, (_, i) => EARLIEST_MICROS / 1000 + i * day)
    const differ = midnights.filter((at) => isoOf(at * 1000) !== new Date(at).toISOString())
    expect(differ).toEqual([])
  })

  it('round-trips to the microsecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: EARLIEST_MICROS, max: LATEST_MICROS }), (micros) => {
        expect(microsOfIso(isoOf(micros))).toBe(micros)
      }),
    )
  })
})
