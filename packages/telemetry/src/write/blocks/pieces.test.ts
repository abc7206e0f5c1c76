import fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOf, samplesOf } from './pieces.ts'
import { SampleBuffer } from './sample-buffer.ts'

const sample = fc.record({
  metric: fc.integer({ min: 1, max: 5 }),
  time: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
  value: fc.oneof(fc.double({ noNaN: true }), fc.string({ maxLength: 9 })),
})

it('pieces stay within their bounds, and together are the original samples', () => {
  const most = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), most, fc.boolean(), (all, most, ascends) => {
      const whole = new SampleBuffer(0)
      for (const { metric, time, value } of all) whole.push(metric, time, value)
      whole.ascending = ascends
      const pieces = piecesOf(whole, most)
      for (const piece of pieces) {
        const { rows, textUnits, texts, ascending } = samplesOf(whole, piece)
        expect(rows).toBeGreaterThan(0)
        // The last text of a piece may exceed its limit.
        expect(rows + 4 * Math.max(0, texts.length - 1)).toBeLessThanOrEqual(most)
        expect(piece).toMatchObject({ rows, textUnits })
        expect(textUnits).toBe(texts.join('').length)
        expect(ascending).toBe(ascends)
      }
      expect(pieces.flatMap((piece) => rowsOf(samplesOf(whole, piece)))).toEqual(rowsOf(whole))
      expect(rowsOf(whole)).toEqual(all)
    }),
    { seed: 1 },
  )
})

it('a piece has few texts, and fewer if they are long', () => {
  const whole = new SampleBuffer(0)
  for (let row = 0; row < 60_000; row += 1)
    whole.push(1, row, row < 30_000 ? 'idle' : 'x'.repeat(1024))
  const counts = piecesOf(whole).map(({ firstText, endOfTexts }) => endOfTexts - firstText)
  expect(counts[0]).toBe(12_484)
  expect(counts.at(-2)).toBe(950)
})

function rowsOf(buffer: SampleBuffer) {
  return Array.from({ length: buffer.rows }, (_, row) => ({
    metric: buffer.metrics[row],
    time: buffer.timeAt(row),
    value: buffer.textAt(row) ?? buffer.numbers[row],
  }))
}
