import { EARLIEST_MICROS, isoOf, LATEST_MICROS, microsOfIso } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EpochUnit, microsOfEpoch, nameOfTime } from './epoch-times.ts'

const units: readonly [EpochUnit, bigint][] = [
  ['us', 1n],
  ['ms', 1000n],
  ['s', 1_000_000n],
]

const range = { min: EARLIEST_MICROS, max: LATEST_MICROS }
/** Most bugs are near 1970. */
const micros = fc.oneof(fc.integer(range), fc.integer({ min: -2_000_000, max: 2_000_000 }))

it('a whole number in any unit is that time, however near to 1970', () => {
  fc.assert(
    fc.property(micros, fc.constantFrom(...units), (near, [unit, width]) => {
      const digits = BigInt(near) / width
      expect(microsOfEpoch(String(digits), unit)).toBe(Number(digits * width))
    }),
  )
})

it('nanoseconds are the time that the same instant has in ISO 8601', () => {
  fc.assert(
    fc.property(micros, fc.integer({ min: 0, max: 999 }), (floor, rest) => {
      const nanos = BigInt(floor) * 1000n + BigInt(rest)
      const [date, fraction = ''] = isoOf(floor).slice(0, -1).split('.')
      const digits = `${fraction.padEnd(6, '0')}${String(rest).padStart(3, '0')}`
      expect(microsOfEpoch(String(nanos), 'ns')).toBe(microsOfIso(`${date}.${digits}Z`))
    }),
  )
})

it.each(['', '-', '1.5', '1e21', 'now', '9'.repeat(21)])('%j is no time', (digits) => {
  expect(microsOfEpoch(digits, 'ns')).toBeNaN()
  expect(microsOfEpoch(digits, 'ms')).toBeNaN()
})

it('a fault names a time in milliseconds, or finer in ISO 8601', () => {
  expect(nameOfTime(1_769_860_800_000_000)).toBe('1769860800000')
  expect(nameOfTime(-1)).toBe('1969-12-31T23:59:59.999999Z')
  expect(nameOfTime(Number.NaN)).toBe('NaN')
})
