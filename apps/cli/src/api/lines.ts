import type { Readable } from 'node:stream'

/** The longest line, in characters: of a frame of the longest values. */
const LONGEST = 1024 * 1024

/** The lines of a text as it arrives, without their ends. Throws where one is too long to be meant. */
export async function* linesOf(source: Readable): AsyncGenerator<string, void> {
  let rest = ''
  source.setEncoding('utf8')
  for await (const chunk of source as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST) throw new Error(`A line is longer than ${LONGEST} characters.`)
    yield* lines.map(withoutReturn)
  }
  if (rest !== '') yield withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
