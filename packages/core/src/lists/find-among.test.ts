import { describe, expect, test } from 'vitest'
import { findAmong } from './find-among.ts'

const ids = new Set(Array.from({ length: 1000 }, (_, i) => String(i)))

/** The ids that are left, in the order in which they were read, and how many at a time. */
async function read(kind: string, valuesOf: (id: string) => number) {
  const takes: number[] = []
  const rows = await findAmong(kind, ids, async (some) => {
    takes.push(some.length)
    return some.map((id) => ({ id, values: Array(valuesOf(id)).fill(0) }))
  })
  return { takes, found: rows.map(({ id }) => id) }
}

test('small rows are read in few statements, of at most 500 ids', async () => {
  const { takes, found } = await read('small', () => 1)
  expect(found).toEqual([...ids])
  expect(takes).toEqual([4, 8, 16, 32, 64, 128, 256, 492])
})

test('large rows are read few at a time', async () => {
  const { takes, found } = await read('large', (id) =>
    Number(id) < 28 || Number(id) > 400 ? 1 : 4000,
  )
  expect(found).toEqual([...ids])
  expect(takes.slice(0, 4)).toEqual([4, 8, 16, 32])
  expect(Math.max(...takes.slice(4))).toBeLessThanOrEqual(6)
})

describe('rows that are too large together', () => {
  /** Half a megabyte each. */
  const find = async (some: string[]) => some.map((id) => ({ id, text: 'x'.repeat(500_000) }))

  test('are refused before all are read', async () => {
    await expect(findAmong('huge', ids, find)).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('are read in part where that is enough', async () => {
    const rows = await findAmong('huge', ids, find, { partly: true })
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.length).toBeLessThan(300)
    expect(rows.map(({ id }) => id)).toEqual([...ids].slice(0, rows.length))
  })
})
