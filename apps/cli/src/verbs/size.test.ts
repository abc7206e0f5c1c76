import { expect, test } from 'vitest'
import { parseSize } from './size.ts'

test.each([
  ['0', 0],
  ['1000', 1000],
  ['1KiB', 1024],
  ['1.5 MiB', 1_572_864],
  ['500GiB', 500 * 2 ** 30],
  ['2TiB', 2 ** 41],
  ['1PiB', 2 ** 50],
])('%s is %d bytes', (text, bytes) => {
  expect(parseSize('--bytes', text)).toBe(bytes)
})

test.each(['', '-1', '5GB', 'GiB', '1e3', '1,5GiB', '5 GiB x'])('%j is no size', (text) => {
  expect(() => parseSize('--bytes', text)).toThrow(`--bytes ${text} is not a size`)
})
