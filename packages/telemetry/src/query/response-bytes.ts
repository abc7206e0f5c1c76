import type { SampleValue } from '@sluice/contract'
import { ANSWER_BYTES, tooLarge } from '../answer-bytes.ts'

type Value = SampleValue | null | undefined

/** Of a number. */
const VALUE_BYTES = 8

/** About the bytes of a value in a response. A repeated text takes them each time. */
export function bytesOfValue(value: Value): number {
  return typeof value === 'string' ? VALUE_BYTES + value.length : VALUE_BYTES
}

/** What a response has room for. */
export class ResponseRoom {
  #bytes = ANSWER_BYTES

  /** Whether some more values fit, for which there is less room then. */
  fits(values: readonly Value[]): boolean {
    const left = values.reduce((room: number, value) => room - bytesOfValue(value), this.#bytes)
    if (left < 0) return false
    this.#bytes = left
    return true
  }

  /** Throws `TooManyBytes` if they do not fit. */
  take(values: readonly Value[]): void {
    if (!this.fits(values)) throw tooLarge(ANSWER_BYTES)
  }

  /** For a value that another one replaces. */
  giveBack(value: Value): void {
    this.#bytes += bytesOfValue(value)
  }
}
