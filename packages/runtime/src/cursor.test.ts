import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 500 })

const query = { limit: 50, status: 'Active', thingTypeId: 'truck' }
const refusal = expect.objectContaining({
  code: 'invalid-request',
  errors: [expect.objectContaining({ pointer: '/query/cursor' })],
})

test('a cursor returns the position it was made of', () => {
  const positions = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(positions, (position) => {
      fc.pre(position.every((part) => !part.includes('\0')))
      const cursor = encodeCursor(query, position)
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(decodeCursor(query, cursor)).toEqual(position)
    }),
  )
})

describe('a cursor stays valid with', () => {
  const cursor = encodeCursor(query, ['a'])

  test('another page size, projection or order of parameters', () => {
    expect(decodeCursor({ ...query, limit: 1000 }, cursor)).toEqual(['a'])
    expect(decodeCursor({ ...query, fields: 'id', cursor }, cursor)).toEqual(['a'])
    const turned = Object.fromEntries(Object.entries(query).reverse())
    expect(decodeCursor(turned, cursor)).toEqual(['a'])
  })

  test('filters that are undefined instead of missing', () => {
    expect(decodeCursor({ ...query, text: undefined }, cursor)).toEqual(['a'])
    expect(decodeCursor(query, encodeCursor({ ...query, text: undefined }, ['a']))).toEqual(['a'])
  })

  test.each([
    [{ ...query, status: 'Retired' }],
    [{ ...query, text: 'x' }],
    [{ limit: 50, status: 'Active' }],
    [{}],
  ])('no other query: %j', (other) => {
    expect(() => decodeCursor(other, cursor)).toThrow(refusal)
  })
})

describe('an invalid cursor is rejected', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [print] = JSON.parse(Buffer.from(encodeCursor(query, ['a']), 'base64url').toString())

  test.each([
    ['nothing', ''],
    ['no base64', '!!!'],
    ['no JSON', Buffer.from('nope').toString('base64url')],
    ['no list', encoded({ a: 1 })],
    ['a list of other things', encoded([print, 7])],
    ['an empty list', encoded([])],
    ['no position', encoded([print])],
    ['a position that no store takes', encoded([print, 'a\0b'])],
    ['another fingerprint', encoded(['AAAAAAAAAAAA', 'a'])],
  ])('%s', (_, cursor) => {
    expect(() => decodeCursor(query, cursor)).toThrow(refusal)
  })

  test('any text is either rejected or read as a position', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(query, text)).toThrow(refusal)
      }),
    )
  })
})
