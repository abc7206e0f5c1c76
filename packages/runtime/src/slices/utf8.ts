import { type IsoTimes, TIME_BYTES } from '../iso-times.ts'
import { joinBytes } from './join-bytes.ts'

/** Bytes of the first piece, and of the largest; each has room for twice as much as the one before. Nothing is copied to grow. */
const [FIRST, LARGEST] = [16 * 1024, 1024 * 1024]
/** The most bytes that UTF-8 takes for a code unit. */
const UNIT = 3

/** A text in UTF-8 that grows. */
export class Utf8 {
  readonly #full: Uint8Array[] = []
  #bytes = Buffer.allocUnsafeSlow(FIRST)
  #length = 0

  add(text: string): void {
    this.#reserve(text.length * UNIT)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Adds times as JSON has them, from one index to another, commas in between. */
  addTimes(times: IsoTimes, from: number, to: number): void {
    this.#reserve((to - from) * TIME_BYTES)
    this.#length = times.put(from, to, this.#bytes, this.#length)
  }

  /** All of it. It yields while a long text is put together. */
  *bytes(): Generator<void, Uint8Array<ArrayBuffer>> {
    const last = this.#bytes.subarray(0, this.#length)
    return this.#full.length === 0 ? last : yield* joinBytes([...this.#full, last])
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    if (this.#length > 0) this.#full.push(this.#bytes.subarray(0, this.#length))
    const room = Math.min(2 * this.#bytes.length, LARGEST)
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(bytes, room))
    this.#length = 0
  }
}
