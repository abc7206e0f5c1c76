import { knownAcrossBundles } from './known-across-bundles.ts'
import { isoOf, putIso } from './timestamp.ts'

/** The most bytes of a time in JSON: quoted, with microseconds and a leading comma. */
export const TIME_BYTES = 30

/** Times that stay numbers until they are serialized: their texts would be most of a long answer's garbage. */
export class IsoTimes {
  readonly length: number
  readonly #micros: ArrayLike<number>

  /** @param micros epoch microseconds */
  constructor(micros: ArrayLike<number>) {
    this.#micros = micros
    this.length = micros.length
  }

  /** In epoch microseconds. */
  micros(at: number): number {
    return this.#micros[at] ?? Number.NaN
  }

  /** In ISO 8601, see {@link isoOf}. */
  texts(): string[] {
    return Array.from(this.#micros, isoOf)
  }

  /** As JSON.stringify writes them. */
  toJSON(): string[] {
    return this.texts()
  }

  /** The text of {@link toJSON}, which is ASCII. */
  json(): string {
    const most = this.length * TIME_BYTES + 2
    const into = most <= scratch.length ? scratch : Buffer.allocUnsafe(most)
    into[0] = OPEN
    const end = this.put(0, this.length, into, 1)
    into[end] = CLOSE
    return into.toString('latin1', 0, end + 1)
  }

  /** Writes the JSON between the brackets for the times from one index to another; returns where it ends. */
  put(from: number, to: number, into: Buffer, start: number): number {
    let at = start
    for (let i = from; i < to; i += 1) {
      if (i > from) into[at++] = COMMA
      into[at++] = QUOTE
      at = putIso(this.#micros[i] as number, into, at)
      into[at++] = QUOTE
    }
    return at
  }
}
knownAcrossBundles(IsoTimes, 'IsoTimes')

const [COMMA, QUOTE, OPEN, CLOSE] = [44, 34, 91, 93]
/** For the times of most answers. */
const scratch = Buffer.allocUnsafeSlow(16 * 1024)
