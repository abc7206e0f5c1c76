import { UsageError } from '../usage-error.ts'

/** The longest line or row of CSV, in characters: of a frame of the longest values. */
export const LONGEST = 1024 * 1024

/** The lines of a text as it arrives, without their ends. Throws a UsageError where one is too long to be meant. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = ''
  let count = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    count += lines.length
    yield* lines.map(withoutReturn)
    if (rest.length > LONGEST) {
      throw new UsageError(`Line ${count + 1} is longer than ${LONGEST} characters.`)
    }
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
