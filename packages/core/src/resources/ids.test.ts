import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, randomBase62, toBase62 } from './ids.ts'

test('random ids are unique base62 of the requested length', () => {
  expect(randomBase62(12)).toMatch(/^[0-9A-Za-z]{12}$/)
  expect(randomBase62(0)).toBe('')
  expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000)
  expect(new Set(randomBase62(10_000)).size).toBe(62)
})

test('base62 is injective: 43 characters hold 32 bytes, 6 hold four', () => {
  expect(toBase62(Buffer.alloc(32, 255), 43)).toMatch(/^[1-9A-Za-z]/)
  expect(toBase62(Buffer.alloc(32), 43)).toBe('0'.repeat(43))
  expect(toBase62(Buffer.from([0, 0, 0, 61]), 6)).toBe('00000z')
  expect(toBase62(Buffer.from([0, 0, 0, 62]), 6)).toBe('000010')
  const values = fc.uint8Array({ minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(values, values, (a, b) => {
      const same = Buffer.compare(a, b) === 0
      expect(toBase62(a, 6) === toBase62(b, 6)).toBe(same)
    }),
    { seed: 20_260_601, numRuns: 1000 },
  )
})
