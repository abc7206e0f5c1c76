import { describe, expect, it } from 'vitest'
import { jsonLots } from './json-lots.ts'

describe('the rows of a statement', () => {
  it('are one lot if they are short', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ i }))
    expect((await jsonLots(rows)).map((lot) => JSON.parse(lot))).toEqual([rows])
  })

  it('are several lots in order if they are long', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({ i, text: 'x'.repeat(100_000) }))
    const lots = await jsonLots(rows)
    expect(lots.flatMap((lot) => JSON.parse(lot))).toEqual(rows)
    expect(lots).toHaveLength(5)
  })

  it('are no lot if there are none', async () => {
    expect(await jsonLots([])).toEqual([])
  })

  it('are a lot each if one exceeds the size of a lot', async () => {
    const rows = [{ a: 'x'.repeat(300_000) }, { a: 1 }]
    expect(await jsonLots(rows)).toHaveLength(2)
  })
})
