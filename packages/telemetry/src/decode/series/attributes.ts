import {
  type AttributeValue,
  DEEPEST,
  labelOfValue,
  tooDeep,
  writtenValue,
} from './attribute-values.ts'
import type { Trait } from './identity.ts'

/** Attributes that a resource, a scope or a point may have. */
const MOST_ATTRIBUTES = 128

/** The attributes of a resource, a scope or a point. Of one that is there twice the last counts. */
export class Attributes {
  readonly #values = new Map<string, AttributeValue>()
  #fault: string | undefined

  /** Why nothing of what has them can be stored: what more they are is not kept. */
  get fault(): string | undefined {
    return this.#fault
  }

  put(key: string, value: AttributeValue): void {
    if (value === tooDeep)
      this.#fault = `has an attribute of over ${DEEPEST} lists and maps in one another`
    else if (this.#values.size < MOST_ATTRIBUTES || this.#values.has(key))
      this.#values.set(key, value)
    else this.#fault = `has over ${MOST_ATTRIBUTES} attributes`
  }

  /** Undefined for one that is not there, and for one that names nothing: a list, a map or bytes. */
  labelOf(key: string): string | undefined {
    return labelOfValue(this.#values.get(key))
  }

  /** With their values as they are written. */
  *pairs(): Generator<readonly [key: string, written: string]> {
    for (const [key, value] of this.#values) yield [key, writtenValue(value)]
  }

  /** As labels whose names begin with `prefix`. */
  *traits(prefix = ''): Generator<Trait> {
    for (const [key, value] of this.#values) yield [prefix + key, writtenValue(value)]
  }

  /** All keys and values as texts. */
  *texts(): Generator<string> {
    for (const [key, value] of this.#values) {
      yield key
      yield typeof value === 'string' ? value : value.written
    }
  }
}
