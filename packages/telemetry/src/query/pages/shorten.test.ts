import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { TooManyBytes } from '../../too-many-rows.ts'
import { shorten } from './shorten.ts'

const page = {
  positions: [7, 8, 9],
  times: Float64Array.of(70, 80, 90),
  values: [
    ['abcd', null, 'ef'],
    [1, 2, null],
  ],
  next: 10,
}

it('a page that fits stays as it is', () => {
  expect(atOnce(shorten(page, 54))).toEqual({ page, bytes: 54 })
  const empty = { positions: [], values: [[]], next: undefined }
  expect(atOnce(shorten(empty, 0))).toEqual({ page: empty, bytes: 0 })
})

it('a page that is too large ends earlier, and the next one begins there', () => {
  const cut = {
    positions: [7, 8],
    times: Float64Array.of(70, 80),
    values: [
      ['abcd', null],
      [1, 2],
    ],
    next: 9,
  }
  expect(atOnce(shorten(page, 53))).toEqual({ page: cut, bytes: 36 })
})

it('a page whose first position is too large is rejected', () => {
  expect(() => atOnce(shorten(page, 19))).toThrow(TooManyBytes)
})
