import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IsoTimes } from './iso-times.ts'
import { atOnce, writeJson } from './slices/index.ts'
import { EARLIEST_MICROS, isoOf, LATEST_MICROS } from './timestamp.ts'

it('times are written as the texts that they stand for', () => {
  const time = fc.oneof(
    fc.integer({ min: EARLIEST_MICROS, max: LATEST_MICROS }),
    fc.integer({ min: EARLIEST_MICROS / 1e6, max: LATEST_MICROS / 1e6 }).map((at) => at * 1e6),
    fc.constantFrom(0, -1, 999, 1000, EARLIEST_MICROS, LATEST_MICROS),
  )
  fc.assert(
    fc.property(fc.array(time, { size: 'large', maxLength: 2000 }), (micros) => {
      const texts = micros.map(isoOf)
      const times = new IsoTimes(Float64Array.from(micros))
      const written = Buffer.from(atOnce(writeJson({ times, after: [1] }))).toString()
      expect(written).toBe(JSON.stringify({ times: texts, after: [1] }))
      expect(JSON.stringify({ times })).toBe(JSON.stringify({ times: texts }))
      expect(times.length).toBe(texts.length)
    }),
    { numRuns: 200 },
  )
})

it('the JSON writer yields between times', () => {
  const times = new IsoTimes(new Float64Array(10_000))
  expect([...writeJson({ times })].length).toBeGreaterThan(15)
})
