import fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOf } from './pieces.ts'
import { SampleBuffer } from './sample-buffer.ts'

const sample = fc.record({
  metric: fc.integer({ min: 1, max: 5 }),
  time: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
  value: fc.oneof(fc.double({ noNaN: true }), fc.string({ maxLength: 9 })),
})

it('pieces stay within their bounds, and together are the original samples', () => {
  const bounds = fc.record({
    rows: fc.integer({ min: 1, max: 20 }),
    textUnits: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), bounds, fc.boolean(), (all, most, ascends) => {
      const whole = new SampleBuffer(0)
      for (const { metric, time, value } of all) whole.push(metric, time, value)
      whole.ascending = ascends
      const pieces = piecesOf(whole, most)
      for (const { rows, textUnits, texts, ascending } of pieces) {
        expect(rows).toBeLessThanOrEqual(most.rows)
        // The last text of a piece may exceed the rest of its limit.
        expect(textUnits - (texts.at(-1)?.length ?? 0)).toBeLessThanOrEqual(most.textUnits)
        expect(textUnits).toBe(texts.join('').length)
        expect(ascending).toBe(ascends)
      }
      expect(pieces.flatMap(samplesOf)).toEqual(samplesOf(whole))
      expect(samplesOf(whole)).toEqual(all)
    }),
    { seed: 1 },
  )
})

function samplesOf(buffer: SampleBuffer) {
  return Array.from({ length: buffer.rows }, (_, row) => ({
    metric: buffer.metrics[row],
    time: buffer.timeAt(row),
    value: buffer.textAt(row) ?? buffer.numbers[row],
  }))
}
