import { expect, test } from 'vitest'
import { whatIfWords } from './words.ts'

test.each([
  [0, 0, 0, 'No calls in the last 7 days.'],
  [1, 0, 0, 'Last 7 days: 1 call, none rate limited. With these limits, none would have been.'],
  [
    ...([12_000, 1300, 7] as const),
    'Last 7 days: 12,000 calls, 1,300 rate limited. With these limits, 7 would have been.',
  ],
])(
  'a what-if is described for %d calls, %d rejected, and %d with other limits',
  (calls, refused, wouldBeRefused, words) => {
    expect(whatIfWords({ days: 7, calls, refused, wouldBeRefused })).toBe(words)
  },
)
