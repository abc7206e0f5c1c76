import { decode, rowsOf } from '@sluice/clickhouse/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Need } from '../scopes/index.ts'
import { LogBlocks, logColumns } from './log-blocks.ts'
import { encodeNeeds } from './needs.ts'
import type { LogRow } from './row.ts'
import { kinds } from './testing/arbitrary.ts'

const paths = ['THING/trück/1', 'PLACE/Site/a/THING/trück/1']
const row: LogRow = {
  ...{ organization: 7, key: 'f3kQ9xZb7LmA', at: 1_780_315_200_007, operation: 'things.get' },
  ...{ tier: 'standard', status: 200, problem: '', address: '192.0.2.1', micros: 1500 },
  request: 'Xk2p-1',
  needs: [{ action: 'read', paths }],
}

/** The columns that the store receives for a row. */
function sent({ at, needs, ...rest }: LogRow, calls = 1) {
  return { ...rest, time: BigInt(at), needs: encodeNeeds(needs), calls }
}

function rowsIn(rows: LogBlocks) {
  return rows.encoded().flatMap((block) => rowsOf(decode(block)))
}

function pushed(rows: readonly LogRow[]): LogBlocks {
  const blocks = new LogBlocks()
  for (const row of rows) blocks.push(row)
  return blocks
}

describe('the rows of a request log batch', () => {
  test('are encoded by a quarter of a megabyte, if what they needed is long', () => {
    const long = (i: number): LogRow => ({
      ...row,
      needs: [{ action: 'read', paths: [`THING/truck/${`${i}`.padStart(16_000, 'x')}`] }],
    })
    const rows = Array.from({ length: 100 }, (_, i) => long(i))
    const blocks = pushed(rows)
    expect(blocks.bytes).toBeGreaterThan(1_200_000)
    expect(Math.max(...blocks.encoded().map(({ length }) => length))).toBeLessThan(300_000)
    expect(rowsIn(blocks)).toEqual(rows.map((one) => sent(one)))
  })

  test('have the columns that the insert lists', () => {
    const [first = {}] = rowsIn(pushed([row]))
    expect(Object.keys(first).join(', ')).toBe(logColumns)
    expect(first).toEqual(sent(row))
  })

  test('are encoded once, in order, and repeatably, however many', () => {
    for (const count of [1, 4_095, 4_096, 10_000]) {
      const rows = Array.from({ length: count }, (_, i) => ({ ...row, micros: i }))
      const blocks = new LogBlocks()
      expect(rows.map((each) => blocks.push(each))).toEqual(rows.map((_, i) => i + 1))
      const found = rowsIn(blocks)
      expect(found).toEqual(rows.map((each) => sent(each)))
      expect(rowsIn(blocks)).toEqual(found)
    }
  })

  test('are decoded unchanged, whatever rows precede them', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\t', '\n', '\\', '\0', 'ø', '😀') })
    const varied = fc.record({
      organization: fc.nat(3),
      key: fc.constantFrom('a', 'b'),
      at: fc.integer({ min: -1e12, max: 1e13 }),
      operation: text,
      tier: fc.constantFrom('standard', 'data-read'),
      status: fc.constantFrom(200, 404),
      problem: fc.constantFrom('' as const, 'not-found' as const),
      address: text,
      micros: fc.nat(),
      request: fc.oneof(text, fc.string({ minLength: 120, maxLength: 300 })),
      needs: kinds.map((all) => all.flatMap(({ needs }) => needs)),
    })
    fc.assert(
      fc.property(fc.array(varied, { maxLength: 20 }), (rows) => {
        expect(rowsIn(pushed(rows))).toEqual(rows.map((each) => sent(each)))
      }),
    )
  })

  test('distinguish different needs with the same paths', () => {
    const needs: Need[] = [
      { action: 'read', paths },
      { action: 'write', paths },
      { action: 'write', paths, whole: true },
      { action: 'read', paths },
    ]
    const rows = needs.map((need) => ({ ...row, needs: [need] }))
    expect(rowsIn(pushed(rows))).toEqual(rows.map((each) => sent(each)))
  })

  test('combine identical rate-limited calls', () => {
    const limited = { ...row, status: 429, problem: 'rate-limited' as const }
    const other = { ...limited, address: '192.0.2.2' }
    const blocks = new LogBlocks()
    const ofShare = { ...limited, tier: 'standard-share' }
    const rows = [limited, other, limited, row, ofShare, limited]
    expect(rows.map((each) => blocks.push(each))).toEqual([1, 2, 2, 3, 4, 4])
    expect(rowsIn(blocks)).toEqual([sent(limited, 3), sent(other), sent(row), sent(ofShare)])
  })

  test('combine no calls of different seconds', () => {
    const limited = { ...row, status: 429, problem: 'rate-limited' as const }
    const late = { ...limited, at: row.at + 992 }
    const next = { ...limited, at: row.at + 993 }
    const rows = [limited, late, next, next]
    expect(rowsIn(pushed(rows))).toEqual([sent(limited, 2), sent(next, 2)])
  })

  test.each(['key-revoked', 'key-expired', 'address-not-allowed'] as const)(
    'combine identical rejections by %s, and no other ones',
    (problem) => {
      const refused = { ...row, status: 403, problem }
      const limited = { ...row, status: 429, problem: 'rate-limited' as const }
      const rows = [refused, limited, refused, refused]
      expect(rowsIn(pushed(rows))).toEqual([sent(refused, 3), sent(limited)])
    },
  )
})
