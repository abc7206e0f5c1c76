import {
  type AttributeValue,
  labelOfValue,
  MAX_DEPTH,
  tooDeep,
  writtenValue,
} from './attribute-values.ts'

/** Most attributes of a resource, a scope or a point. */
const MAX_ATTRIBUTES = 128

/** The attributes of a resource, a scope or a point. Of duplicates, the last counts. */
export class Attributes {
  readonly #values = new Map<string, AttributeValue>()
  #fault: string | undefined

  /** Why nothing that has these attributes can be stored. Attributes beyond the limit are not kept. */
  get fault(): string | undefined {
    return this.#fault
  }

  put(key: string, value: AttributeValue): void {
    if (value === tooDeep)
      this.#fault = `has an attribute of over ${MAX_DEPTH} lists and maps in one another`
    else if (this.#values.size < MAX_ATTRIBUTES || this.#values.has(key))
      this.#values.set(key, value)
    else this.#fault = `has over ${MAX_ATTRIBUTES} attributes`
  }

  /** Undefined for a missing attribute, and for one that cannot name anything: a list, a map or bytes. */
  labelOf(key: string): string | undefined {
    return labelOfValue(this.#values.get(key))
  }

  /** The keys of those that are labels, and not empty. */
  *keys(): Generator<string> {
    for (const [key, value] of this.#values) if (labelOfValue(value)) yield key
  }

  /** As labels, with a prefix before their names. */
  *traits(prefix = ''): Generator<readonly [label: string, written: string]> {
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
