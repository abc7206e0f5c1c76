import { inSlices, readJson } from '@sluice/runtime'

/** Answers with more characters are parsed in slices. */
const LONG_ANSWER = 256 * 1024

const unbounded = { values: Infinity, depth: Infinity, members: Infinity }

/**
 * The rows of an answer in JSONCompact format, as arrays in the order of its columns. Throws for invalid JSON, and for an
 * answer that a server completed although its statement failed midway.
 */
export async function jsonRows(text: string): Promise<unknown[][]> {
  const parsed =
    text.length < LONG_ANSWER ? JSON.parse(text) : await inSlices(readJson(text, unbounded))
  const { data, exception } = parsed as { data: unknown[][]; exception?: string }
  if (exception !== undefined) throw new Error(exception)
  return data
}
