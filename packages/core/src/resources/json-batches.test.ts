import { describe, expect, it } from 'vitest'
import { jsonBatches } from './json-batches.ts'

describe('the rows of a statement', () => {
  it('are one batch if they are short', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ i }))
    expect((await jsonBatches(rows)).map((batch) => JSON.parse(batch))).toEqual([rows])
  })

  it('are several batches in order if they are long', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({ i, text: 'x'.repeat(100_000) }))
    const batches = await jsonBatches(rows)
    expect(batches.flatMap((batch) => JSON.parse(batch))).toEqual(rows)
    expect(batches).toHaveLength(5)
  })

  it('are no batch if there are none', async () => {
    expect(await jsonBatches([])).toEqual([])
  })

  it('are a batch each if one exceeds the size of a batch', async () => {
    const rows = [{ a: 'x'.repeat(300_000) }, { a: 1 }]
    expect(await jsonBatches(rows)).toHaveLength(2)
  })
})
