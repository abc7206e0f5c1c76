import { describe, expect, test } from 'vitest'
import { plural } from './plural.ts'

const forms = { one: '# key expires soon', other: '# keys expire soon' }

describe('a count in a sentence', () => {
  test.each([
    [0, '0 keys expire soon'],
    [1, '1 key expires soon'],
    [2, '2 keys expire soon'],
    [12_000, '12,000 keys expire soon'],
  ])('%i', (count, text) => {
    expect(plural(count, forms)).toBe(text)
  })

  test('a form may omit the number or repeat it', () => {
    expect(plural(1, { one: 'This thing', other: 'These # things' })).toBe('This thing')
    expect(plural(2, { one: '#', other: '# of #' })).toBe('2 of 2')
  })
})
