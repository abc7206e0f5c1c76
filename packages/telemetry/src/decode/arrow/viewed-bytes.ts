import { ArrowFault } from './flat-table.ts'

/** Views may read this many times as much as the stream has: rows of a table usually share some of their strings. */
const TIMES = 4
/** Or this much: decoding it takes a few milliseconds. */
const FEW = 4 * 1024 * 1024

/**
 * Bounds what a stream's string views read in total, however many batches and columns it has. Views may share bytes, so
 * otherwise a short stream could hold any amount of text.
 */
export class ViewedBytes {
  readonly #most: number
  #read = 0

  /** @param sent The stream's length in bytes. */
  constructor(sent: number) {
    this.#most = Math.max(FEW, TIMES * sent)
  }

  /** Throws {@link ArrowFault} if that is too much. */
  read(bytes: number): void {
    this.#read += bytes
    if (this.#read <= this.#most) return
    throw new ArrowFault(
      `has string views that share more than ${this.#most} bytes of strings: encode the column with a dictionary`,
    )
  }
}
