import { expect, test } from 'vitest'
import { sizeText } from './sizes.ts'

test('shows a size in the largest unit that gives at least 1', () => {
  const sizes = [0, 1, 1023, 1024, 1536, 2 ** 30, 1.25 * 2 ** 30, 2 ** 50, 2 ** 61, 664_577]
  expect(sizes.map(sizeText)).toEqual([
    ...['0 bytes', '1 byte', '1023 bytes', '1 KiB', '1.5 KiB', '1 GiB', '1.3 GiB', '1 PiB'],
    ...['2048 PiB', '649 KiB'],
  ])
})

test('shows a size that rounds to 1,024 of a unit as one of the next', () => {
  expect([2 ** 20 - 1, 2 ** 30 - 1, 1023.94 * 1024].map(sizeText)).toEqual([
    ...['1 MiB', '1 GiB', '1023.9 KiB'],
  ])
})
