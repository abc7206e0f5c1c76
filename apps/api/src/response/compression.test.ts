import { expect, test } from 'vitest'
import { codingOf } from './compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, zstd', 'zstd'],
  ['gzip;q=0.9, zstd;q=0.8', 'gzip'],
  ['*;q=0.1', 'zstd'],
  ['*;q=0.1, zstd;q=0', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=garbage', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['br, deflate', undefined],
] as const)('Accept-Encoding %j chooses %s', (header, coding) => {
  expect(codingOf(header)).toBe(coding)
})
