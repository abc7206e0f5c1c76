import { type IsoTimes, TIME_BYTES } from '../iso-times.ts'
import { Problem } from '../problem.ts'
import { joinBytes } from './join-bytes.ts'

/** Bytes of the first and the largest piece; each is twice as large as the one before. Growing copies nothing. */
const [FIRST, LARGEST] = [16 * 1024, 1024 * 1024]
/** The most UTF-8 bytes of a UTF-16 unit. */
const UNIT = 3

/**
 * The most bytes of a text. Responses are bounded before they are encoded, to 64 MiB of characters and numbers; a
 * character takes up to three bytes, or six if it is escaped, and names and times come on top.
 */
const MOST = 256 * 1024 * 1024

/** A growing UTF-8 text. Throws `invalid-request` if it becomes too long. */
export class Utf8 {
  readonly #full: Uint8Array[] = []
  #fullBytes = 0
  #bytes = Buffer.allocUnsafeSlow(FIRST)
  #length = 0

  add(text: string): void {
    this.#reserve(text.length * UNIT)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Appends times as in JSON, from one index to another, with commas in between. */
  addTimes(times: IsoTimes, from: number, to: number): void {
    this.#reserve((to - from) * TIME_BYTES)
    this.#length = times.put(from, to, this.#bytes, this.#length)
  }

  /** All bytes. Yields while it joins a long text. */
  *bytes(): Generator<void, Uint8Array<ArrayBuffer>> {
    const last = this.#bytes.subarray(0, this.#length)
    return this.#full.length === 0 ? last : yield* joinBytes([...this.#full, last])
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    if (this.#length > 0) this.#full.push(this.#bytes.subarray(0, this.#length))
    this.#fullBytes += this.#length
    if (this.#fullBytes > MOST) throw tooLong()
    const room = Math.min(2 * this.#bytes.length, LARGEST)
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(bytes, room))
    this.#length = 0
  }
}

function tooLong(): Problem {
  const detail =
    'The response would be too large. Use a smaller limit, with the same cursor, or fewer things or metrics.'
  return new Problem('invalid-request', { detail })
}
