import { expect, test } from 'vitest'
import { within } from './instant.ts'

const now = new Date('2026-06-01T12:00:00Z')

test('a range is a condition on a time', () => {
  expect(within({}, now)).toBeUndefined()
  expect(within({ from: '-1h' }, now)).toEqual({ gte: new Date('2026-06-01T11:00:00Z') })
  expect(within({ from: '-2h', to: '-1h' }, now)).toEqual({
    gte: new Date('2026-06-01T10:00:00Z'),
    lt: new Date('2026-06-01T11:00:00Z'),
  })
})

test.each([
  ['-1h', '-2h'],
  ['-1h', '-1h'],
  ['2026-06-02T00:00:00Z', 'now'],
])('a range from %s to %s contains no time and is refused', (from, to) => {
  const errors = [{ pointer: '/body/to', detail: 'must be after from' }]
  expect(() => within({ from, to }, now, 'body')).toThrow(
    expect.objectContaining({ code: 'invalid-request', errors }),
  )
})
