import fc from 'fast-check'
import { RE2JS } from 're2js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { linearPatterns } from './linear-patterns.ts'
import { patternCost } from './pattern-cost.ts'

afterEach(() => vi.restoreAllMocks())

const classes = (name: string) => `[${name.repeat(80)}]`

describe('patterns that take long to compile', () => {
  test.each([
    ['a repeated group', `(${'a'.repeat(400)}){1000}`],
    ['a repeated group with optional parts', `(?:${'a?b*'.repeat(110)}){1000}`],
    ['a group after a class with a bracket', `(${'a'.repeat(400)}[\\](]){1000}`],
    ['a group after a named class', `(${'a'.repeat(400)}[[:alpha:](]){1000}`],
    ['a group after a quotation', `\\Q[\\E(${'a'.repeat(400)}){1000}`],
    ['many repetitions', '.{1000}'.repeat(70)],
    ['ranges whose case is ignored', `(?i)[${'A-\u{1e942}'.repeat(100)}]`],
    ['escaped ranges whose case is ignored', `(?i)[${'A-\\x{1e942}'.repeat(40)}]`],
    ['classes whose case is ignored', `(?i)${classes('\\pL')}`],
  ])('are rejected before they are compiled: %s', (_, pattern) => {
    const compile = vi.spyOn(RE2JS, 'compile')
    expect(() => linearPatterns().readPattern(pattern)).toThrow('the patterns are too large')
    expect(compile).not.toHaveBeenCalled()
  })

  test('are rejected together', () => {
    const compile = vi.spyOn(RE2JS, 'compile')
    const { readPattern } = linearPatterns()
    expect(() => {
      for (let i = 0; i < 100; i += 1) readPattern(`${classes('\\pL')}${i}`)
    }).toThrow('the patterns are too large')
    expect(compile.mock.calls.length).toBeLessThan(6)
  })

  test('do not include usual ones', () => {
    const { readPattern } = linearPatterns()
    const usual = ['^[\\p{L}\\p{N} .-]{1,50}$', '^([A-Z]{2}-)?\\d{4,12}$', '(?i)^(on|off|auto)$']
    for (let i = 0; i < 40; i += 1) for (const one of usual) readPattern(`${one}|^${i}$`)
    expect(readPattern('^(a|b){2}$').test('ab')).toBe(true)
  })
})

const part = fc.constantFrom(
  ...['a', 'b', '(', '(', ')', ')', '(?:', '[', ']', '[^', '\\', '\\Q', '\\E', '{3}', '{2,9}'],
  ...['{5,}', '*', '+', '?', '|', '.', '^', '$', '\\pL', '[:alpha:]', '[:', ':]', '(?i)', '(?i:'],
  ...['(?P<n>', '\\x{41}', '{', '}', '-', '1', ',', '\\d', '[a-z]', '(ab){7}'],
)

test('the estimate is never below the instructions of a program', () => {
  const parts = fc.array(part, { minLength: 1, maxLength: 14 })
  fc.assert(
    fc.property(parts, (parts) => {
      const pattern = RE2JS.translateRegExp(parts.join(''))
      const cost = patternCost(pattern)
      fc.pre(cost < 5000)
      let size = 0
      try {
        size = RE2JS.compile(pattern).programSize()
      } catch {
        // It has another syntax.
      }
      expect(cost).toBeGreaterThanOrEqual(size)
    }),
    { seed: 20_261_129, numRuns: 3000 },
  )
})

test('searching an empty text counts', () => {
  const pattern = linearPatterns().readPattern('(a?){900}')
  const searches = () => {
    for (let i = 0; i < 100; i += 1) pattern.test('')
  }
  expect(searches).toThrow('the text is too long for the patterns')
})
