import { ArrowFault } from './flat-table.ts'
import type { Message } from './messages.ts'
import { readBatch } from './record-batch.ts'
import type { Field } from './schema.ts'
import { textsOf } from './texts.ts'
import type { ViewedBytes } from './viewed-bytes.ts'

/** The dictionaries' strings so far, by dictionary id. */
export class Dictionaries {
  readonly #texts = new Map<number, string[]>()
  readonly #fields: ReadonlyMap<number, Field>
  readonly #bytes: ViewedBytes

  constructor(fields: readonly Field[], bytes: ViewedBytes) {
    const encoded = fields.flatMap((field) =>
      field.dictionary ? [[field.dictionary.id, field] as const] : [],
    )
    this.#fields = new Map(encoded)
    this.#bytes = bytes
  }

  /**
   * Takes a dictionary batch: a new dictionary, a replacement, or further entries. Throws {@link
   * ArrowFault}.
   */
  read({ header, body }: Message): void {
    const id = header.int64(0)
    const field = this.#fields.get(id)
    const data = header.table(1)
    if (field === undefined || data === undefined) {
      throw new ArrowFault(`has a dictionary ${id} that no column uses`)
    }
    const { name, type } = field
    const [vector] = readBatch({ header: data, body }, [{ name, type }], this.#bytes)
    if (vector === undefined || vector.nulls > 0) {
      throw new ArrowFault('has a dictionary with nulls: make the rows null that refer to them')
    }
    const textAt = textsOf(vector)
    const isMore = header.int8(2, 0) !== 0
    const texts = (isMore ? this.#texts.get(id) : undefined) ?? []
    for (let row = 0; row < vector.length; row++) texts.push(textAt(row))
    this.#texts.set(id, texts)
  }

  /** The strings of a dictionary; empty before the stream has given any. */
  texts(id: number): readonly string[] {
    return this.#texts.get(id) ?? []
  }
}
