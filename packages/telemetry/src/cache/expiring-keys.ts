/** Keys that were added within some milliseconds. `monotonic` is a clock, in milliseconds. */
export class ExpiringKeys<Key> {
  /** The time at which each key ends, the earliest first. */
  readonly #ends = new Map<Key, number>()
  readonly #monotonic: () => number
  readonly #forMs: number

  constructor(monotonic: () => number, forMs: number) {
    this.#monotonic = monotonic
    this.#forMs = forMs
  }

  add(key: Key): void {
    this.#ends.delete(key)
    this.#ends.set(key, this.#monotonic() + this.#forMs)
  }

  delete(key: Key): void {
    this.#ends.delete(key)
  }

  has(key: Key): boolean {
    this.#dropEnded()
    return this.#ends.has(key)
  }

  /** The key that was added first. */
  first(): Key | undefined {
    this.#dropEnded()
    return this.#ends.keys().next().value
  }

  #dropEnded(): void {
    const now = this.#monotonic()
    for (const [key, end] of this.#ends) {
      if (end > now) return
      this.#ends.delete(key)
    }
  }
}
