/** Reads bytes of the Native format sequentially, in the pieces in which they came. Throws if they end too early. */
export class NativeCursor {
  readonly #pieces: readonly Uint8Array[]
  #next = 0
  /** The current piece. */
  #bytes = Buffer.alloc(0)
  #at = 0
  /** Bytes of all pieces that were not read yet. */
  #left: number

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces
    this.#left = pieces.reduce((sum, { length }) => sum + length, 0)
  }

  get atEnd(): boolean {
    return this.#left === 0
  }

  /** The next bytes: a view of them if they are in one piece. */
  take(length: number): Buffer {
    const from = this.#at
    if (from + length > this.#bytes.length) return Buffer.from(this.copy(length))
    this.#pass(length)
    return this.#bytes.subarray(from, this.#at)
  }

  /** A copy of the next bytes, for typed arrays, which need alignment. */
  copy(length: number): ArrayBuffer {
    this.#require(length)
    const copied = Buffer.allocUnsafeSlow(length)
    for (let at = 0; at < length; ) {
      this.#enterPiece()
      const some = this.#bytes.subarray(this.#at, this.#at + length - at)
      copied.set(some, at)
      at += some.length
      this.#pass(some.length)
    }
    return copied.buffer
  }

  /** Unsigned LEB128. */
  varint(): number {
    let value = 0
    for (let place = 1; ; place *= 128) {
      const byte = this.#byte()
      value += (byte & 127) * place
      if (byte < 128) return value
    }
  }

  /** A length-prefixed string. */
  text(): string {
    const length = this.varint()
    return length === 0 ? '' : this.take(length).toString('utf8')
  }

  /** Passes empty strings, at most so many; returns how many there were. */
  emptyTexts(most: number): number {
    let count = 0
    while (count < most && this.#left > 0) {
      this.#enterPiece()
      if (this.#bytes[this.#at] !== 0) break
      this.#pass(1)
      count += 1
    }
    return count
  }

  #byte(): number {
    this.#require(1)
    this.#enterPiece()
    const byte = this.#bytes[this.#at] ?? 0
    this.#pass(1)
    return byte
  }

  /** Goes on to the next piece if this one was read; there must be bytes left. */
  #enterPiece(): void {
    while (this.#at === this.#bytes.length) {
      const { buffer, byteOffset, length } = this.#pieces[this.#next] as Uint8Array<ArrayBuffer>
      this.#bytes = Buffer.from(buffer, byteOffset, length)
      this.#next += 1
      this.#at = 0
    }
  }

  #require(length: number): void {
    if (length > this.#left) throw new Error('The answer of the store was cut short.')
  }

  /** Passes bytes of the current piece. */
  #pass(length: number): void {
    this.#at += length
    this.#left -= length
  }
}
