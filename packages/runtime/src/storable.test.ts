import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStorableThroughout, storableFaults } from './storable.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ø', '\0', '\ud800', '/', '~'), maxLength: 2 })
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    ...[text, fc.integer(), fc.constantFrom(null, undefined, true)],
    ...[fc.array(tie('value')), fc.dictionary(text, tie('value'))],
  ),
}))

test('a value is storable exactly if it has no faults', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 3 }), (value, depth) => {
      const faults = storableFaults(value, '/body', depth)
      expect(isStorableThroughout(value, depth)).toBe(faults.length === 0)
    }),
  )
})
