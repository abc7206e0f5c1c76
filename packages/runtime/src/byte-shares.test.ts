import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteShares } from './byte-shares.ts'

/** Takes bytes one by one until one is refused. */
function takeAll(hold: ReturnType<ReturnType<typeof byteShares>>): number {
  let taken = 0
  while (hold.add(1)) taken += 1
  return taken
}

test('one owner may hold half of the bytes, each further one half of the rest', () => {
  const hold = byteShares(64)
  expect(['a', 'b', 'c', 'd'].map((owner) => takeAll(hold(owner)))).toEqual([32, 16, 8, 4])
})

test('an owner may hold no more than the bound for each, however much is free', () => {
  const hold = byteShares(64, 10)
  const owners = ['a', 'b', 'c', 'd', 'e', 'f']
  expect(owners.map((owner) => takeAll(hold(owner)))).toEqual([10, 10, 10, 10, 10, 7])
  expect(takeAll(hold('a'))).toBe(0)
})

test('all holds of one owner count towards the same share', () => {
  const hold = byteShares(64)
  expect(takeAll(hold('a'))).toBe(32)
  expect(takeAll(hold('a'))).toBe(0)
})

test('released bytes are available again, and a second release has no effect', () => {
  const hold = byteShares(64)
  const first = hold('a')
  takeAll(first)
  first.release()
  first.release()
  expect(takeAll(hold('b'))).toBe(32)
})

test('owners never hold more bytes than there are, in any order of holds', () => {
  const steps = fc.array(
    fc.record({ owner: fc.constantFrom('a', 'b', 'c'), bytes: fc.integer({ min: 0, max: 40 }) }),
  )
  fc.assert(
    fc.property(steps, (course) => {
      const hold = byteShares(100)
      const holds = [...'abc'].map((owner) => hold(owner))
      let held = 0
      for (const { owner, bytes } of course) {
        const mine = holds['abc'.indexOf(owner)]
        if (mine?.add(bytes)) held += bytes
        expect(held).toBeLessThanOrEqual(100)
      }
      for (const one of holds) one.release()
      expect(takeAll(hold('d'))).toBe(50)
    }),
    { seed: 20_260_601 },
  )
})
