import { describe, expect, it } from 'vitest'
import { jsonLots } from './json-lots.ts'

describe('rows of statements', () => {
  it('are one lot where they are short', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ i }))
    expect((await jsonLots(rows)).map((lot) => JSON.parse(lot))).toEqual([rows])
  })

  it('are several where they are long, in their order', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({ i, text: 'x'.repeat(100_000) }))
    const lots = await jsonLots(rows)
    expect(lots.flatMap((lot) => JSON.parse(lot))).toEqual(rows)
    expect(lots).toHaveLength(5)
  })

  it('are none where there are none', async () => {
    expect(await jsonLots([])).toEqual([])
  })

  it('are alone where one is longer than a lot', async () => {
    const rows = [{ a: 'x'.repeat(300_000) }, { a: 1 }]
    expect(await jsonLots(rows)).toHaveLength(2)
  })
})
