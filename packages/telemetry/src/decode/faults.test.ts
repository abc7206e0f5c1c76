import { expect, it } from 'vitest'
import { Faults } from './faults.ts'

it('faults beyond a hundred are counted, not listed', () => {
  const faults = new Faults()
  for (let i = 0; i < 100; i++) faults.add('is bad', 'body', i)
  expect(faults.list().at(-1)).toEqual({ pointer: '/body/99', detail: 'is bad' })
  faults.add('is bad', 'body', 100)
  expect(faults.list().at(-1)?.detail).toBe('is bad (and 1 more fault)')
  faults.add('is bad', 'body', 101)
  expect(faults.list()).toHaveLength(100)
  expect(faults.list().at(-1)?.detail).toBe('is bad (and 2 more faults)')
  expect(faults.count).toBe(102)
})

it('pointers are escaped, and long names in them are shortened', () => {
  const faults = new Faults()
  faults.add('is bad', 'body', 'a/b~c')
  faults.add('is bad', 'body', 'x'.repeat(10_000))
  expect(faults.list()[0]?.pointer).toBe('/body/a~1b~0c')
  expect(faults.list()[1]?.pointer.length).toBeLessThan(300)
})

it('only a fault that refuses the whole body is fatal', () => {
  const faults = new Faults()
  faults.add('is bad')
  expect(faults.fatal).toBe(false)
  faults.refuse('is bad', 'body')
  expect(faults.fatal).toBe(true)
})
