import { encodeRow, type LogRow } from './row.ts'

/** Rows that are written as text together: one at a time would find the processor's caches full of other things. */
const TOGETHER = 256

/**
 * The rows of one batch, as the text that is sent. A busy node has tens of thousands that wait: as objects they would cost
 * the collector more than all of a request's guards, and hold up the requests of the moment when they are written out.
 *
 * Requests refused for want of units come without end, so those that are alike share a row.
 */
export class LogLines {
  length = 0
  readonly #alike = new Map<string, LogRow>()
  readonly #encoded: Buffer[] = []
  #recent: LogRow[] = []

  push(row: LogRow): number {
    if (row.problem === 'rate-limited') this.#join(row)
    else this.#write(row)
    return this.length
  }

  /** In pieces that end with a line. */
  *text(): Generator<Buffer | string> {
    for (const row of this.#alike.values()) yield encodeRow(row)
    yield* this.#encoded
    if (this.#recent.length > 0) yield textOf(this.#recent)
  }

  #join(row: LogRow): void {
    const name = `${row.key} ${row.operation} ${row.address}`
    const earlier = this.#alike.get(name)
    if (earlier) {
      earlier.calls += 1
    } else {
      this.#alike.set(name, row)
      this.length += 1
    }
  }

  #write(row: LogRow): void {
    this.#recent.push(row)
    this.length += 1
    if (this.#recent.length < TOGETHER) return
    this.#encoded.push(Buffer.from(textOf(this.#recent)))
    this.#recent = []
  }
}

function textOf(rows: readonly LogRow[]): string {
  let text = ''
  for (const row of rows) text += encodeRow(row)
  return text
}
