import { encodeRow, type LogRow } from './row.ts'

const CHUNK = 65_536
/** Bytes that a UTF-16 unit takes in UTF-8 at most. */
const WIDEST = 3

/**
 * The rows of one batch, as the text that is sent. A busy node has tens of thousands that wait: as objects they would cost
 * the collector more than all of a request's guards, and hold up the requests of the moment when they are written out.
 *
 * Requests refused for want of units come without end, so those that are alike share a row.
 */
export class LogLines {
  length = 0
  readonly #alike = new Map<string, LogRow>()
  readonly #full: Buffer[] = []
  #chunk = Buffer.alloc(0)
  #used = 0

  push(row: LogRow): number {
    if (row.problem === 'rate-limited') this.#join(row)
    else this.#write(row)
    return this.length
  }

  /** In pieces that end with a line. */
  *text(): Generator<Buffer | string> {
    for (const row of this.#alike.values()) yield encodeRow(row)
    yield* this.#full
    if (this.#used > 0) yield this.#chunk.subarray(0, this.#used)
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
    const line = encodeRow(row)
    if (line.length * WIDEST > this.#chunk.length - this.#used) this.#open(line.length * WIDEST)
    this.#used += this.#chunk.write(line, this.#used)
    this.length += 1
  }

  #open(room: number): void {
    if (this.#used > 0) this.#full.push(this.#chunk.subarray(0, this.#used))
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(room, CHUNK))
    this.#used = 0
  }
}
