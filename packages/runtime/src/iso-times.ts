import { knownAcrossBundles } from './known-across-bundles.ts'
import { isoOf, putIso } from './timestamp.ts'

/** The most bytes of a time in JSON: in quotes, with microseconds, and a comma before it. */
export const TIME_BYTES = 30

/** Times that are numbers until they are written: of a long answer their texts would be most of the garbage. */
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

  /** Of ISO 8601, {@link isoOf}. */
  texts(): string[] {
    return Array.from(this.#micros, isoOf)
  }

  /** As JSON.stringify writes them. */
  toJSON(): string[] {
    return this.texts()
  }

  /** Puts what JSON has between the brackets, of the times from one index to another; answers where it ends. */
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

const [COMMA, QUOTE] = [44, 34]
