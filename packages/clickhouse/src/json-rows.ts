import { inSlices, readJson } from '@sluice/runtime'

/** Answers with more characters are parsed in slices. */
const LONG_ANSWER = 256 * 1024

const unbounded = { values: Infinity, depth: Infinity, members: Infinity }

/** The rows of an answer in JSONCompact format, as arrays in the order of its columns. Throws for invalid JSON. */
export async function jsonRows(text: string): Promise<unknown[][]> {
  const parsed =
    text.length < LONG_ANSWER ? JSON.parse(text) : await inSlices(readJson(text, unbounded))
  return (parsed as { data: unknown[][] }).data
}
