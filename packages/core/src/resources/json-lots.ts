import { mapInSlices } from '@sluice/runtime'

/** Characters of one statement's rows: reading and writing them takes a few milliseconds. */
const MOST_CHARACTERS = 256 * 1024

/**
 * Rows as JSON arrays for `jsonb_to_recordset`, in their order: one array where all are short together, else several. So
 * neither this process nor the store stands still for rows that are long.
 */
export async function jsonLots(rows: readonly object[]): Promise<string[]> {
  const texts = await mapInSlices(rows, (row) => JSON.stringify(row))
  const lots: string[][] = []
  let left = 0
  for (const text of texts) {
    if (left < text.length || lots.length === 0) {
      lots.push([])
      left = MOST_CHARACTERS
    }
    lots.at(-1)?.push(text)
    left -= text.length
  }
  return lots.map((lot) => `[${lot.join(',')}]`)
}
