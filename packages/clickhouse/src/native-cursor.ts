/** Reads bytes of the Native format sequentially. Throws if they end too early. */
export class NativeCursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** A view of the next bytes. */
  take(length: number): Buffer {
    const from = this.#at
    this.#pass(length)
    return this.#bytes.subarray(from, this.#at)
  }

  /** A copy of the next bytes, for typed arrays, which need alignment. */
  copy(length: number): ArrayBuffer {
    return Uint8Array.from(this.take(length)).buffer
  }

  /** Unsigned LEB128. */
  varint(): number {
    let value = 0
    for (let place = 1; ; place *= 128) {
      const byte = this.#bytes[this.#at] ?? 0
      this.#pass(1)
      value += (byte & 127) * place
      if (byte < 128) return value
    }
  }

  /** A length-prefixed string. */
  text(): string {
    const length = this.varint()
    if (length === 0) return ''
    const from = this.#at
    this.#pass(length)
    return this.#bytes.toString('utf8', from, this.#at)
  }

  #pass(length: number): void {
    this.#at += length
    if (this.#at > this.#bytes.length) throw new Error('The answer of the store was cut short.')
  }
}
