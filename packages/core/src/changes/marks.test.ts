import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Marks } from './marks.ts'

test('whatever changed since is noticed, also where more groups change than are kept', () => {
  const group = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  fc.assert(
    fc.property(fc.array(group, { maxLength: 30 }), fc.nat(30), group, (changes, place, asked) => {
      const marks = new Marks(3)
      const split = Math.min(place, changes.length)
      for (const one of changes.slice(0, split)) marks.change(one)
      const then = marks.now
      const since = changes.slice(split)
      for (const one of since) marks.change(one)
      if (since.includes(asked)) expect(marks.unchanged(then, [asked])).toBe(false)
      const isKept = new Set(changes).size <= 3
      if (isKept) expect(marks.unchanged(then, [asked])).toBe(!since.includes(asked))
    }),
  )
})

test('a row of two groups changes with either', () => {
  const marks = new Marks()
  const then = marks.now
  marks.change('acme/yard')
  expect(marks.unchanged(then, ['acme', 'acme/other'])).toBe(true)
  expect(marks.unchanged(then, ['acme', 'acme/yard'])).toBe(false)
  expect(marks.unchanged(marks.now, ['acme', 'acme/yard'])).toBe(true)
})
