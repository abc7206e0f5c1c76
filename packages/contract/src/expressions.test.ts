import { describe, expect, test } from 'vitest'
import { lineExpressionFaults, parseExpression } from './expressions.ts'

describe('an expression', () => {
  test('consists of alternatives, each made of text and labels', () => {
    expect(parseExpression(' {site}-{ device } , x{host.name}', 'refused')).toEqual([
      { texts: ['', '-', ''], labels: ['site', 'device'] },
      { texts: ['x', ''], labels: ['host.name'] },
    ])
  })

  test('for a thing may name labels as bare words, as before mappings existed', () => {
    expect(parseExpression('thing, host', 'label')).toEqual([
      { texts: ['', ''], labels: ['thing'] },
      { texts: ['', ''], labels: ['host'] },
    ])
  })

  test.each([
    ['', 'must not have an empty alternative'],
    ['{a},', 'must not have an empty alternative'],
    ['kind', 'must hold a label in braces, for example {kind}'],
    ['{a', 'has a brace without its other one'],
    ['a}', 'has a brace without its other one'],
    ['{a}{ }', 'must have a label in each pair of braces'],
    ['{a{b}}', 'has a brace without its other one'],
    ['{a}'.repeat(9), 'must have at most 8 labels in an alternative'],
    [`{${'a'.repeat(129)}}`, 'must have labels of at most 128 characters'],
    [`${'{a},'.repeat(8)}{a}`, 'must have at most 8 alternatives'],
    ['{a}'.padEnd(513, 'x'), 'must be at most 512 characters'],
  ])('%j is rejected', (text, detail) => {
    expect(parseExpression(text, 'refused')).toBe(detail)
  })

  test('for line protocol uses the field in every metric, and in no thing', () => {
    expect(lineExpressionFaults.metric('{measurement}_{field},{field}')).toBeUndefined()
    expect(lineExpressionFaults.metric('{field},{measurement}')).toContain('must hold {field}')
    expect(lineExpressionFaults.thing('{host}')).toBeUndefined()
    expect(lineExpressionFaults.thing('{host}-{field}')).toContain('must not hold {field}')
  })
})
