import { ingestLimits, type ValueType } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import type { Metric } from '../measured-thing.ts'
import { metricOf } from '../testing/things.ts'
import { valueCheck } from './value-check.ts'

function check(type: ValueType, value: unknown, traits: Partial<Metric> = {}) {
  return valueCheck(metricOf('metric', type, 1, traits))(value)
}

describe('a number metric', () => {
  it.each([0, -0, 1.5, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE])(
    'accepts %d',
    (value) => expect(check('number', value)).toBeUndefined(),
  )
  it.each([JSON.parse('1e999'), -Infinity, Number.NaN, true, null, [1], {}])(
    'rejects %j',
    (value) => expect(check('number', value)).toBe('must be a finite number'),
  )
  it('rejects a string by its name', () => {
    expect(check('number', '1')).toBe('must be a number, not a string')
  })
  it('may have inclusive bounds', () => {
    const bounds = { min: -1, max: 1 }
    expect(check('number', -1, bounds)).toBeUndefined()
    expect(check('number', 1, bounds)).toBeUndefined()
    expect(check('number', -1.01, bounds)).toBe('must be at least -1')
    expect(check('number', 1.01, bounds)).toBe('must be at most 1')
  })
})

describe('an integer metric', () => {
  it.each([0, -7, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('accepts %d', (value) =>
    expect(check('integer', value)).toBeUndefined(),
  )
  it.each([0.5, 2 ** 53, Infinity, '1', null])('rejects %j', (value) =>
    expect(check('integer', value)).toMatch('must be a whole number'),
  )
  it('may have bounds', () => expect(check('integer', 11, { max: 10 })).toBe('must be at most 10'))
})

describe('a boolean metric', () => {
  it.each([true, false])('accepts %j', (value) => expect(check('boolean', value)).toBeUndefined())
  it.each([0, 1, 'true', null])('rejects %j', (value) =>
    expect(check('boolean', value)).toBe('must be true or false'),
  )
})

describe('a string metric', () => {
  const most = ingestLimits.stringBytes
  it.each(['', 'på 😀', 'x'.repeat(most), 'å'.repeat(most / 2)])(
    'accepts a string of at most 4096 bytes (%#)',
    (value) => expect(check('string', value)).toBeUndefined(),
  )
  it.each(['x'.repeat(most + 1), 'å'.repeat(most / 2 + 1)])(
    'rejects a string of more than 4096 bytes (%#)',
    (value) => expect(check('string', value)).toBe('must be at most 4096 bytes of UTF-8'),
  )
  it.each(['\ud800', 'a\udc00b', '\udc00\ud800'])('rejects the lone surrogate in %j', (value) =>
    expect(check('string', value)).toMatch('valid Unicode'),
  )
  it.each([1, true, null, ['a']])('rejects %j', (value) =>
    expect(check('string', value)).toBe('must be a string'),
  )
  it('may be limited to a list of values', () => {
    const traits = { enumValues: ['on', 'off'] }
    expect(check('string', 'on', traits)).toBeUndefined()
    expect(check('string', 'ON', traits)).toBe('must be one of on, off')
  })
  it('names the first twenty of a long list of values, with the same text for every fault', () => {
    const enumValues = Array.from({ length: 256 }, (_, i) => `value ${i}`)
    const checkValue = valueCheck(metricOf('metric', 'string', 1, { enumValues }))
    const detail = checkValue('other')
    expect(detail).toMatch(/^must be one of value 0, value 1, .*value 19, …$/)
    expect(checkValue('another')).toBe(detail)
  })
})
