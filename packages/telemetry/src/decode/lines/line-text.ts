import { isUtf8 } from 'node:buffer'
import { ingestLimits } from '@sluice/contract'
import { textOf } from '@sluice/runtime'

export interface LineText {
  /** Invalid UTF-8 is replaced by U+FFFD. */
  readonly text: string
  /** The numbers of lines with invalid UTF-8, from 1. */
  readonly broken: ReadonlySet<number>
}

const NEWLINE = 10
const LINES_PER_YIELD = 1000

const lenient = new TextDecoder()

/** Decodes a body; yields now and then. Undefined if more lines are invalid than a call may have: then it is not text. */
export function* readLineText(bytes: Buffer): Generator<void, LineText | undefined> {
  try {
    return { text: yield* textOf(bytes), broken: new Set() }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  const broken = new Set<number>()
  let line = 0
  for (let from = 0; from < bytes.length; ) {
    line += 1
    if (line % LINES_PER_YIELD === 0) yield
    // In UTF-8, this byte is always a newline.
    const newline = bytes.indexOf(NEWLINE, from)
    const end = newline < 0 ? bytes.length : newline
    if (!isUtf8(bytes.subarray(from, end))) broken.add(line)
    if (broken.size > ingestLimits.frames) return undefined
    from = end + 1
  }
  return { text: lenient.decode(bytes), broken }
}
