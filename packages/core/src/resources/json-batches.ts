import { mapInSlices } from '@sluice/runtime'

/** Characters of a statement's rows: reading and writing them takes a few milliseconds. */
const MAX_CHARACTERS = 256 * 1024

/**
 * Rows as JSON arrays for `jsonb_to_recordset`, in order: one array if they are short, else several. So long rows block
 * neither this process nor the store.
 */
export async function jsonBatches(rows: readonly object[]): Promise<string[]> {
  const texts = await mapInSlices(rows, (row) => JSON.stringify(row))
  const batches: string[][] = []
  let left = 0
  for (const text of texts) {
    if (left < text.length || batches.length === 0) {
      batches.push([])
      left = MAX_CHARACTERS
    }
    batches.at(-1)?.push(text)
    left -= text.length
  }
  return batches.map((batch) => `[${batch.join(',')}]`)
}
