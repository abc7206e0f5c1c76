import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noFigures } from '../limits/index.ts'
import type { Need } from '../scopes/index.ts'
import { decodeNeeds, encodeNeeds, smallestScopes } from './needs.ts'
import { reasonOf } from './reason.ts'
import { encodeRow, type LogRow, logColumns, rowOf } from './row.ts'
import { kinds } from './testing/arbitrary.ts'
import { beginTrail } from './trail.ts'

const at = new Date('2026-06-01T12:00:00.007Z')
const row: LogRow = {
  organization: 7,
  key: 'f3kQ9xZb7LmA',
  at: at.getTime(),
  operation: 'things.get',
  tier: 'standard',
  status: 200,
  problem: '',
  address: '192.0.2.1',
  micros: 1500,
  needs: 'read THING/truck/1',
  calls: 1,
}

function uniqueOf(needs: readonly Need[]) {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()]
}

/** As ClickHouse reads TabSeparated. */
function parse(text: string): string[][] {
  const unescaped = (value: string) =>
    value.replace(/\\(.)/g, (_, c: string) => ({ t: '\t', n: '\n', r: '\r', 0: '\0' })[c] ?? c)
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').map(unescaped))
}

describe('a row of the log', () => {
  test('is written in the order of the columns', () => {
    const [cells] = parse(encodeRow(row))
    expect(Object.fromEntries(logColumns.map((column, i) => [column, cells?.[i]]))).toEqual({
      organization: '7',
      key: 'f3kQ9xZb7LmA',
      time: '1780315200.007',
      operation: 'things.get',
      tier: 'standard',
      status: '200',
      problem: '',
      address: '192.0.2.1',
      micros: '1500',
      needs: 'read THING/truck/1',
      calls: '1',
    })
  })

  test('stays one row whatever a path or an address holds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\t', '\n', '\\', '\r', '\0', 'n', 'ø') })
    fc.assert(
      fc.property(text, text, (address, needs) => {
        const cells = parse(encodeRow({ ...row, address, needs }))
        expect(cells).toHaveLength(1)
        expect([cells[0]?.[7], cells[0]?.[9]]).toEqual([address, needs])
      }),
    )
  })

  test('tells of a request that was answered, and of one that was not let in', () => {
    const trail = beginTrail({ name: 'things.get', address: '192.0.2.1' }, at)
    expect(rowOf(trail, undefined)).toBeUndefined()
    trail.caller = {
      id: 'f3kQ9xZb7LmA',
      organization: { id: 'acme', number: 7, limits: noFigures },
    }
    trail.needs.push({ action: 'read', paths: ['THING/truck/1'] })
    expect(rowOf(trail, undefined)).toEqual({ ...row, micros: expect.any(Number) })
    expect(rowOf(trail, { code: 'key-revoked', status: 401 })).toMatchObject({
      status: 401,
      problem: 'key-revoked',
    })
  })
})

test('needs come back as they were, each once', () => {
  fc.assert(
    fc.property(kinds, (all) => {
      for (const { needs } of all) {
        expect(decodeNeeds(encodeNeeds([...needs, ...needs]))).toEqual(uniqueOf(needs))
      }
    }),
  )
})

describe('the reason of a refusal', () => {
  const needs = [
    { action: 'write' as const, paths: ['THING/truck/1', 'PLACE/Site/a/THING/truck/1'] },
  ]

  test('names the scope that was missing', () => {
    expect(reasonOf('scope-missing', needs)).toBe(
      'The key had no scope that allows write on THING/truck/1.',
    )
    expect(smallestScopes(needs)).toEqual([{ action: 'write', resourceFilter: 'THING/truck/1' }])
  })

  test('is there for every problem, also one that a later version names', () => {
    expect(reasonOf('', [])).toBeNull()
    expect(reasonOf('rate-limited', [])).toBe("The organization's budget was used up.")
    expect(reasonOf('conflict', [])).toBe('Conflict.')
    expect(reasonOf('not-yet-known', [])).toBe('not-yet-known.')
  })
})
