import { encodeRow, type LogRow } from './row.ts'

/** Characters that are encoded together: one line at a time would cost as much as making it. */
const TOGETHER = 16_384

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
  #recent = ''

  push(row: LogRow): number {
    if (row.problem === 'rate-limited') this.#join(row)
    else this.#write(row)
    return this.length
  }

  /** In pieces that end with a line. */
  *text(): Generator<Buffer | string> {
    for (const row of this.#alike.values()) yield encodeRow(row)
    yield* this.#encoded
    if (this.#recent !== '') yield this.#recent
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
    this.#recent += encodeRow(row)
    if (this.#recent.length >= TOGETHER) {
      this.#encoded.push(Buffer.from(this.#recent))
      this.#recent = ''
    }
    this.length += 1
  }
}
