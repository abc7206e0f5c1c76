import { expect, test } from 'vitest'
import { partsOf } from './reference.ts'

test('a template text is split at its references', () => {
  const a = { root: 'a', path: [], digits: 0 }
  expect(partsOf('')).toEqual([])
  expect(partsOf('x')).toEqual(['x'])
  expect(partsOf('{{a}}')).toEqual([a])
  expect(partsOf('x{{a}}{{a.b-c:00}}y')).toEqual([
    'x',
    a,
    { root: 'a', path: ['b-c'], digits: 2 },
    'y',
  ])
  expect(partsOf('{{a}} {{ }')).toEqual([a, ' {{ }'])
  expect(partsOf('}} { {a}}')).toEqual(['}} { {a}}'])
  expect(() => partsOf('{{{a}}}')).toThrow('"{{{a}}" is no reference')
})

test('a template text is split in linear time', () => {
  const many = 5_000_000
  expect(partsOf('{{'.repeat(many))).toHaveLength(1)
  expect(() => partsOf(`${'{{'.repeat(many)}}}`)).toThrow('is no reference')
  expect(() => partsOf(`{{a${' '.repeat(many)}!}}`)).toThrow('is no reference')
  expect(() => partsOf(`{{a${'.b'.repeat(many)}}}`)).toThrow('is no reference')
})
