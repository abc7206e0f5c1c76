import { expect, test } from 'vitest'
import { sizeText } from './sizes.ts'

test('shows a size in the largest unit that gives at least 1', () => {
  const sizes = [1, 1023, 1024, 1536, 2 ** 30, 1.25 * 2 ** 30, 2 ** 50, 2 ** 61, 664_577]
  expect(sizes.map(sizeText)).toEqual([
    ...['1 bytes', '1023 bytes', '1 KiB', '1.5 KiB', '1 GiB', '1.3 GiB', '1 PiB', '2048 PiB'],
    '649 KiB',
  ])
})
