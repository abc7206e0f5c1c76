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
/** Includes times near 1970, where most bugs are. */
const micros = fc.oneof(fc.integer(range), fc.integer({ min: -2_000_000, max: 2_000_000 }))

it('reads an integer in any unit, even close to 1970', () => {
  fc.assert(
    fc.property(micros, fc.constantFrom(...units), (near, [unit, width]) => {
      const digits = BigInt(near) / width
      expect(microsOfEpoch(String(digits), unit)).toBe(Number(digits * width))
    }),
  )
})

it('nanoseconds give the same time as the instant in ISO 8601', () => {
  fc.assert(
    fc.property(micros, fc.integer({ min: 0, max: 999 }), (floor, rest) => {
      const nanos = BigInt(floor) * 1000n + BigInt(rest)
      const [date, fraction = ''] = isoOf(floor).slice(0, -1).split('.')
      const digits = `${fraction.padEnd(6, '0')}${String(rest).padStart(3, '0')}`
      expect(microsOfEpoch(String(nanos), 'ns')).toBe(microsOfIso(`${date}.${digits}Z`))
    }),
  )
})

it.each(['', '-', '1.5', '1e21', 'now', '9'.repeat(21)])('rejects %j', (digits) => {
  expect(microsOfEpoch(digits, 'ns')).toBeNaN()
  expect(microsOfEpoch(digits, 'ms')).toBeNaN()
})

it('faults write a time in milliseconds, or in ISO 8601 if it is finer', () => {
  expect(nameOfTime(1_769_860_800_000_000)).toBe('1769860800000')
  expect(nameOfTime(-1)).toBe('1969-12-31T23:59:59.999999Z')
  expect(nameOfTime(Number.NaN)).toBe('NaN')
})
