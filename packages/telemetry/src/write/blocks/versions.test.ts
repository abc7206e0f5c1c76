import { expect, it } from 'vitest'
import { numberVersions } from './versions.ts'

it('versions follow the clock and never go back', () => {
  let now = 1000
  const take = numberVersions(() => new Date(now))
  expect(take(1)).toBe(1_000_000_000n)
  expect(take(3)).toBe(1_000_000_001n)
  expect(take(1)).toBe(1_000_000_004n)
  now = 500
  expect(take(1)).toBe(1_000_000_005n)
  now = 1001
  expect(take(1)).toBe(1_001_000_000n)
})

it('versions begin above those already used when the clock is behind', () => {
  const take = (above: bigint) => numberVersions(() => new Date(1000), above)(1)
  expect(take(2_000_000_000n)).toBe(2_000_000_000n)
  expect(take(999_000_000n)).toBe(1_000_000_000n)
})

it('versions fit into 64 bits for centuries', () => {
  const take = numberVersions(() => new Date('2500-01-01'))
  expect(take(1)).toBeLessThan(2n ** 64n)
})
