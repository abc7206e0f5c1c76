import { expect, it } from 'vitest'
import { freeMemory } from './free-memory.ts'

it('freeing memory detaches arrays that own their buffer', () => {
  const [one, other] = [new Float64Array(1000), Buffer.alloc(5000)]
  freeMemory(one, undefined, other)
  expect([one.length, other.length]).toEqual([0, 0])
})

it('freeing memory leaves small arrays and arrays with a shared buffer alone', () => {
  const whole = new Uint8Array(10_000)
  const part = whole.subarray(0, 5000)
  const [pooled, shared] = [Buffer.allocUnsafe(2000), new Uint8Array(new SharedArrayBuffer(5000))]
  const small = new Uint8Array(100)
  freeMemory(part, pooled, shared, small)
  const lengths = [whole, part, pooled, shared, small].map(({ length }) => length)
  expect(lengths).toEqual([10_000, 5000, 2000, 5000, 100])
})

it('freeing the memory of the same array twice is allowed', () => {
  const array = new Uint8Array(5000)
  freeMemory(array)
  freeMemory(array)
  expect(array.length).toBe(0)
})
