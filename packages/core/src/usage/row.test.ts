import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFigures } from '../limits/index.ts'
import type { Need } from '../scopes/index.ts'
import { meetsNeed } from './judge.ts'
import { decisiveNeeds, decodeNeeds, encodeNeeds, smallestScopes } from './needs.ts'
import { reasonOf } from './reason.ts'
import { rowOf } from './row.ts'
import { heldScopes, kinds } from './testing/arbitrary.ts'
import { loggedRequest } from './testing/logged-request.ts'

const at = new Date('2026-06-01T12:00:00.007Z')
function uniqueOf(needs: readonly Need[]) {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()]
}

test('a log row describes an answered or a rejected request', () => {
  const request = loggedRequest(at)
  expect(rowOf(request, undefined)).toBeUndefined()
  request.caller = {
    id: 'f3kQ9xZb7LmA',
    organization: { id: 'acme', number: 7, limits: noFigures },
  }
  request.needs.note({ action: 'read', paths: ['THING/truck/1'] })
  expect(rowOf(request, undefined)).toEqual({
    ...{ organization: 7, key: 'f3kQ9xZb7LmA', at: at.getTime(), operation: 'things.get' },
    ...{ tier: 'standard', status: 200, problem: '', address: '192.0.2.1', request: 'Xk2p-1' },
    ...{ micros: expect.any(Number), needs: [{ action: 'read', paths: ['THING/truck/1'] }] },
  })
  expect(rowOf(request, { code: 'key-revoked', status: 401 })).toMatchObject({
    status: 401,
    problem: 'key-revoked',
  })
})

test('the log row of a call that a key’s own bucket refused names that bucket', () => {
  const request = loggedRequest(at)
  const organization = { id: 'acme', number: 7, limits: noFigures }
  request.caller = { id: 'f3kQ9xZb7LmA', organization }
  for (const name of ['standard', 'standard-share', 'standard-failures']) {
    const problem = { code: 'rate-limited', status: 429, level: { name } } as const
    expect(rowOf(request, problem)).toMatchObject({ tier: name, problem: 'rate-limited' })
  }
})

test('needs are written without secrets of keys', () => {
  const own = `KEY/svcad_3hZk9QmT7aBc_${'a1B2'.repeat(12)}`
  const needs: Need[] = [{ action: 'admin', paths: [own, 'KEY/a'] }]
  expect(encodeNeeds(needs)).toBe('admin KEY/svcad_3hZk9QmT7aBc_... KEY/a')
})

test('needs are read without secrets of keys, which an earlier version wrote', () => {
  const own = `KEY/svcad_3hZk9QmT7aBc_${'a1B2'.repeat(12)}`
  const masked = { action: 'admin', paths: ['KEY/svcad_3hZk9QmT7aBc_...', 'KEY/a'] }
  for (const text of [`admin ${own} KEY/a`, encodeNeeds([masked as Need])]) {
    expect(decodeNeeds(`read THING/1\n${text}`)).toEqual([
      { action: 'read', paths: ['THING/1'] },
      masked,
    ])
  }
})

test('encoded needs are decoded unchanged, each once', () => {
  fc.assert(
    fc.property(kinds, (all) => {
      for (const { needs } of all) {
        expect(decodeNeeds(encodeNeeds([...needs, ...needs]))).toEqual(uniqueOf(needs))
      }
    }),
  )
})

test('what decided on a call is met by just the scopes that meet all that was noted', () => {
  fc.assert(
    fc.property(heldScopes, kinds, (held, all) => {
      const isMet = (needs: readonly Need[]) => needs.every((need) => meetsNeed(held, need))
      for (const { needs } of all) expect(isMet(decisiveNeeds(needs))).toBe(isMet(needs))
    }),
  )
})

describe('the reason of a rejected call', () => {
  const needs = [
    { action: 'write' as const, paths: ['THING/truck/1', 'PLACE/Site/a/THING/truck/1'] },
  ]

  test('names the missing scope', () => {
    expect(reasonOf('scope-missing', needs)).toBe(
      'The key had no scope that allows write on THING/truck/1.',
    )
    expect(smallestScopes(needs)).toEqual([{ action: 'write', resourceFilter: 'THING/truck/1' }])
  })

  test('exists for every problem, including unknown ones of later versions', () => {
    expect(reasonOf('', [])).toBeNull()
    expect(reasonOf('rate-limited', [])).toBe(
      'A rate limit of the organization or of the key was used up.',
    )
    expect(reasonOf('conflict', [])).toBe('Conflict.')
    expect(reasonOf('not-yet-known', [])).toBe('not-yet-known.')
  })
})
