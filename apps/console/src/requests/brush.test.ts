import type { CallCounts } from '@sluice/contract'
import { expect, test } from 'vitest'
import { barAt, spanOfBars } from './brush.ts'

const counts = { from: '2026-06-01T00:00:00.000Z', intervalSeconds: 900 } as CallCounts

test('turns dragged-over bars into a span, in either direction', () => {
  const span = { from: '2026-06-01T00:15:00.000Z', to: '2026-06-01T01:00:00.000Z' }
  expect(spanOfBars(counts, 1, 3)).toEqual(span)
  expect(spanOfBars(counts, 3, 1)).toEqual(span)
})

test('maps a position outside the plot to its outermost bar', () => {
  expect([-0.2, 0, 0.5, 1, 1.3].map((share) => barAt(share, 10))).toEqual([0, 0, 5, 9, 9])
})
