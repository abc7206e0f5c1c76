import { expect, test } from 'vitest'
import { encipher, requestIds } from './request-ids.ts'

/** Speck's own key schedule for a key of four words, the last one first. */
function scheduleOf([first, ...rest]: readonly [number, ...number[]]): Uint16Array {
  const keys = [first]
  const words = [...rest]
  for (let i = 0; i < 21; i += 1) {
    const [word = 0, key = 0] = [words[i], keys[i]]
    const next = ((key + ((word >>> 7) | (word << 9))) & 0xffff) ^ i
    words.push(next)
    keys.push((((key << 2) | (key >>> 14)) & 0xffff) ^ next)
  }
  return Uint16Array.from(keys)
}

test('the cipher is Speck32/64, by the vector of its paper', () => {
  const keys = scheduleOf([0x0100, 0x0908, 0x1110, 0x1918])
  expect(encipher(0x6574_694c, keys)).toBe(0xa868_42f2)
})

test('ids are unique, and those of a process begin alike', () => {
  const next = requestIds()
  const ids = Array.from({ length: 100_000 }, next)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[A-Za-z0-9_-]{12}-[0-9a-f]{8}$/.test(id))).toBe(true)
  expect(new Set(ids.map((id) => id.slice(0, 12))).size).toBe(1)
})

test('ids do not reveal how many requests came between them', () => {
  const next = requestIds()
  const numbers = Array.from({ length: 10_000 }, () => Number.parseInt(next().slice(13), 16))
  const steps = numbers.slice(1).map((number, i) => number - (numbers[i] ?? 0))
  // For a counter each step is 1; for random numbers half go up, and hardly two steps are equal.
  const up = steps.filter((step) => step > 0).length
  expect(up).toBeGreaterThan(4500)
  expect(up).toBeLessThan(5500)
  expect(new Set(steps).size).toBeGreaterThan(9900)
})
