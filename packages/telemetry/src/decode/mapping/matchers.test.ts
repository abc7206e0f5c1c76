import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Matchers } from './matchers.ts'

const labelsOf = (labels: Record<string, string>) => (name: string) => labels[name]

test('samples that differ in one label match as each of them does', () => {
  const names = fc.constantFrom('a', 'b', 'field')
  const matchers = fc.array(fc.dictionary(names, fc.constantFrom('x', 'x*', '*y', '*', '')))
  const labels = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y', 'xy'))
  fc.assert(
    fc.property(matchers, labels, fc.constantFrom('x', 'y', 'xy'), (made, others, field) => {
      const one = new Matchers(made)
      const expected = one.fit(labelsOf({ ...others, field }))
      expect(one.fitBy('field', labelsOf(others))(field)).toBe(expected)
    }),
  )
})

test('labels that samples share are looked up once, however many samples there are', () => {
  const matchers = Array.from({ length: 64 }, (_, i) => ({ host: `*${i}`, field: `*f${i}` }))
  let lookups = 0
  const fits = new Matchers(matchers).fitBy('field', () => {
    lookups += 1
    return 'host-7'
  })
  for (let i = 0; i < 1000; i += 1) fits(`f${i}`)
  expect(lookups).toBe(64)
  expect([fits('f7'), fits('f8')]).toEqual([true, false])
})
