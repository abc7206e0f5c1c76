import { workFor } from '@sluice/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inParts, pageById } from './page.ts'

const ids = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: String(i).padStart(4, '0') }))

/** Pages over rows in memory, as a store would return them. */
function pageOf(rows: { id: string }[], query: { limit: number; cursor?: string }) {
  return pageById(
    query,
    async ({ after, take }) => {
      const { gt } = after.id ?? { gt: '' }
      return rows.filter(({ id }) => id > gt).slice(0, take)
    },
    ({ id }) => id,
    { kind: 'ids' },
  )
}

describe('a page', () => {
  test.each([
    [0, 2, 0, false],
    [1, 2, 1, false],
    [2, 2, 2, false],
    [3, 2, 2, true],
    [1000, 1000, 1000, false],
    [1001, 1000, 1000, true],
  ])(
    'of %d rows with the limit %d has %d items and a next cursor: %s',
    async (rows, limit, items, more) => {
      const page = await pageOf(ids(rows), { limit })
      expect(page.items).toHaveLength(items)
      expect(page.nextCursor !== null).toBe(more)
    },
  )
})

test('pages of any sizes together contain every row once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(40),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
      async (count, limits) => {
        const rows = ids(count)
        const seen: string[] = []
        let cursor: string | undefined
        for (let turn = 0; turn <= count; turn += 1) {
          const limit = limits[turn % limits.length] ?? 1
          const page = await pageOf(rows, { limit, ...(cursor && { cursor }) })
          seen.push(...page.items)
          if (page.nextCursor === null) break
          cursor = page.nextCursor
        }
        expect(seen).toEqual(rows.map(({ id }) => id))
      },
    ),
    { seed: 20_260_601, numRuns: 200 },
  )
})

/** The reads for a page of endless rows with this many members each. */
async function readOf(limit: number, members: (row: number) => number, kind = newKind()) {
  const takes: number[] = []
  let row = 0
  const part = async (_: unknown, take: number) => {
    takes.push(take)
    return Array.from({ length: take }, () => ({
      id: row,
      members: Array.from({ length: members(row++) }, () => 0),
    }))
  }
  const read = await inParts({ limit }, part, { kind })
  expect(read.more).toBe(true)
  return { takes, rows: read.rows.length }
}

/** Rows of which nothing is remembered. */
let kinds = 0
const newKind = () => `kind ${kinds++}`

test.each([
  [100, 20, 100, [6, 12, 24, 48, 11]],
  [1000, 20, 1000, [6, 12, 24, 48, 96, 192, 256, 256, 111]],
  [3, 100_000, 3, [4]],
])(
  'a page of at most %d rows of %d members holds %d, read in parts of %j',
  async (limit, members, rows, takes) => {
    expect(await readOf(limit, () => members)).toEqual({ rows, takes })
  },
)

test('a page of rows that are known to be small begins with more of them', async () => {
  const kind = newKind()
  await readOf(10, () => 20, kind)
  expect((await readOf(100, () => 20, kind)).takes).toEqual([40, 61])
})

/** The greatest weight of a part that is read without knowing more. */
const MOST = 2 * 16_384

test('no part of a page of the largest things is read that takes long to parse', async () => {
  const { takes } = await readOf(40, () => 5000)
  expect(Math.max(...takes) * 5000).toBeLessThan(MOST)
})

test('large rows after small ones surprise once', async () => {
  const kind = newKind()
  const mixed = () => readOf(100, (row) => (row < 42 ? 1 : 5000), kind)
  expect(Math.max(...(await mixed()).takes) * 5000).toBeGreaterThan(MOST)
  for (let time = 0; time < 3; time += 1) {
    expect(Math.max(...(await mixed()).takes) * 5000).toBeLessThan(MOST)
  }
})

test('large rows of one organization do not slow down the lists of another', async () => {
  const kind = newKind()
  await workFor('large', () => readOf(100, () => 5000, kind))
  const others = await workFor('small', () => readOf(100, () => 1, kind))
  expect(others.takes).toEqual([6, 12, 24, 48, 11])
})

test('a page of large rows ends early, and is read in small parts', async () => {
  const { rows, takes } = await readOf(1000, () => 1000)
  expect(Math.max(...takes)).toBeLessThanOrEqual(16)
  expect(rows).toBeGreaterThan(390)
  expect(rows).toBeLessThan(420)
})

test('a page whose rows grow is never read in parts more than twice as large as before', async () => {
  const { takes } = await readOf(500, (row) => (row < 100 ? 1 : 2000))
  expect(takes.slice(0, 6)).toEqual([6, 12, 24, 48, 96, 9])
  expect(Math.max(...takes.slice(5))).toBeLessThanOrEqual(16)
})

test('a row that moves to the end while a page is read is in it once, where it was read last', async () => {
  const rows = ids(100)
  const part = async (last: { id: string } | undefined, take: number) => {
    const from = rows.findIndex(({ id }) => id === last?.id) + 1
    const found = rows.slice(from, from + take)
    if (!last) rows.push(...rows.splice(3, 1))
    return found
  }
  const read = await inParts({ limit: 1000 }, part, { kind: newKind() })
  expect(read).toEqual({ rows, more: false })
})

test('rows inserted or deleted between pages do not shift the next page', async () => {
  const first = await pageOf(ids(6), { limit: 3 })
  const changed = [{ id: '0000a' }, ...ids(7).filter(({ id }) => id !== '0001')]
  const second = await pageOf(changed, { limit: 3, cursor: first.nextCursor ?? '' })
  expect(second.items).toEqual(['0003', '0004', '0005'])
})
