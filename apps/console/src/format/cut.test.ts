import { expect, test } from 'vitest'
import { cut } from './cut.ts'

test('keeps whole characters', () => {
  expect(cut('truck', 10)).toBe('truck')
  expect(cut('truck', 3)).toBe('tru')
  expect(cut('ab🚚cd', 4)).toBe('ab🚚')
  expect(cut('ab🚚cd', 3)).toBe('ab')
  expect(cut('🚚', 0)).toBe('')
})
