import { microsOf } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { JsonScanner } from './json-scanner.ts'

const scannerOf = (text: string) => new JsonScanner(Buffer.from(text))

it('the JSON scanner reads every number as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = Object.is(value, -0) ? '-0' : JSON.stringify(value)
      expect(scannerOf(text).number()).toBe(JSON.parse(text))
    }),
    { numRuns: 2000, seed: 1 },
  )
})

it('the JSON scanner reads decimals of any length as JSON.parse does', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`))
  fc.assert(
    fc.property(fc.nat(99_999), digits(18), digits(2), (whole, decimals, exponent) => {
      for (const text of [`${whole}.${decimals}`, `-0.${decimals}e-${exponent}`]) {
        expect(scannerOf(`${text},`).number()).toBe(JSON.parse(text))
      }
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test.each(['', '-', '01', '-01', '1.', '.5', '+1', '1e', '1e+', '1.e5', 'NaN', 'null', '"1"'])(
  'the JSON scanner does not read "%s" as a number',
  (text) => {
    expect(scannerOf(text).number()).toBeNaN()
  },
)

test.each([
  '2026-01-31T12:00:59.123456Z',
  '2026-01-31T12:00:59.1234567z',
  '2026-01-31t12:00:07Z',
  '2026-01-31T12:00Z',
  '2026-01-31T12:00:60Z',
  '2026-01-31T12:00:5Z',
  '2026-01-31T12:00:59.Z',
  '2026-01-31T12:00:59.1aZ',
  '2026-01-31T12:00:59',
  '2026-01-31T12:00:59+01:00',
  '2026-01-31T12:00+30Z',
  '2026-01-31T12:00+01:30',
  '2026-02-30T12:00:59Z',
  '2026-01-31T12:0',
  '',
])('the JSON scanner reads the timestamp "%s" as microsOf does', (text) => {
  const scanner = scannerOf(`"2026-01-31T12:00:01Z","${text}","${text}"`)
  scanner.time()
  for (let i = 0; i < 2; i++) {
    expect(scanner.punctuation(44)).toBe(true)
    expect(scanner.time()).toBe(microsOf(text))
  }
})

it('the JSON scanner reads timestamps in epoch milliseconds', () => {
  expect(scannerOf('1769860800000}').time()).toBe(1_769_860_800_000_000)
  expect(scannerOf('1.5}').time()).toBeNaN()
})
