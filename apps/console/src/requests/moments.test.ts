import { expect, test } from 'vitest'
import { momentOf } from './moments.ts'

const iso = '2026-03-01T13:05:09Z'

test.each([
  [1, '14:05:09'],
  [60, '14:05'],
  [900, '14:05'],
  [10_800, '1 Mar, 14:05'],
  [86_400, '1 Mar'],
])('with steps of %i s, the label of a moment is %s', (step, words) => {
  expect(momentOf(iso, 'Europe/Oslo', step)).toBe(words)
})
