import { describe, expect, test } from 'vitest'
import { statusOf } from './record.ts'

const noon = new Date('2026-06-01T12:00:00.000Z')
const after = (ms: number) => new Date(noon.getTime() + ms)

describe('the status of a key', () => {
  test.each([
    ['never expires', null, after(1e12), 'Active'],
    ['a millisecond before', noon, after(-1), 'Active'],
    ['at the very instant', noon, after(0), 'Expired'],
    ['a millisecond later', noon, after(1), 'Expired'],
  ])('is Active before the expiry and Expired from then on (%s)', (_, expiresAt, now, status) => {
    expect(statusOf({ expiresAt, revokedAt: null }, now)).toBe(status)
  })

  test('stays Revoked at any time', () => {
    for (const now of [after(-1e12), noon, after(1e12)]) {
      expect(statusOf({ expiresAt: noon, revokedAt: noon }, now)).toBe('Revoked')
      expect(statusOf({ expiresAt: null, revokedAt: noon }, now)).toBe('Revoked')
    }
  })
})
