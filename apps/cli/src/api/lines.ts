/** The longest line or row of CSV, in characters: of a frame of the longest values. */
export const LONGEST = 1024 * 1024

/** The lines of a text as it arrives, without their ends. Throws where one is too long to be meant. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST) throw new Error(`A line is longer than ${LONGEST} characters.`)
    yield* lines.map(withoutReturn)
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
