import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cursorInstant, decodeCursor, encodeCursor } from './cursor.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 500 })

const query = { limit: 50, status: 'Active', thingTypeId: 'truck' }
const refusal = expect.objectContaining({
  code: 'invalid-request',
  errors: [expect.objectContaining({ pointer: '/query/cursor' })],
})

test('a cursor decodes to the position it was made from', () => {
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

describe('a cursor', () => {
  const cursor = encodeCursor(query, ['a'])

  test('stays valid with another page size, projection or order of parameters', () => {
    expect(decodeCursor({ ...query, limit: 1000 }, cursor)).toEqual(['a'])
    expect(decodeCursor({ ...query, fields: 'id', cursor }, cursor)).toEqual(['a'])
    const turned = Object.fromEntries(Object.entries(query).reverse())
    expect(decodeCursor(turned, cursor)).toEqual(['a'])
  })

  test('stays valid with filters that are undefined instead of missing', () => {
    expect(decodeCursor({ ...query, text: undefined }, cursor)).toEqual(['a'])
    expect(decodeCursor(query, encodeCursor({ ...query, text: undefined }, ['a']))).toEqual(['a'])
  })

  test.each([
    [{ ...query, status: 'Retired' }],
    [{ ...query, text: 'x' }],
    [{ limit: 50, status: 'Active' }],
    [{}],
  ])('is rejected with another query: %j', (other) => {
    expect(() => decodeCursor(other, cursor)).toThrow(refusal)
  })
})

describe('an invalid cursor', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [print] = JSON.parse(Buffer.from(encodeCursor(query, ['a']), 'base64url').toString())

  test.each([
    ['an empty string', ''],
    ['not base64', '!!!'],
    ['not JSON', Buffer.from('nope').toString('base64url')],
    ['not a list', encoded({ a: 1 })],
    ['a list with a number', encoded([print, 7])],
    ['an empty list', encoded([])],
    ['no position', encoded([print])],
    ['a position with a null character', encoded([print, 'a\0b'])],
    ['the fingerprint of another query', encoded(['AAAAAAAAAAAA', 'a'])],
  ])('is rejected: %s', (_, cursor) => {
    expect(() => decodeCursor(query, cursor)).toThrow(refusal)
  })

  test('is rejected whatever its text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(query, text)).toThrow(refusal)
      }),
    )
  })
})

test.each(['soon', '-004800-01-01T00:00:00Z', '0000-12-31T23:59:59Z', '+010000-01-01T00:00:00Z'])(
  'the time %s, which Postgres cannot read, is rejected in a cursor',
  (written) => {
    expect(() => cursorInstant(written)).toThrow(refusal)
  },
)

test.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'the time %s is accepted in a cursor',
  (written) => {
    expect(cursorInstant(written).toISOString()).toBe(written)
  },
)
