import { ingestLimits } from '@sluice/contract'
import { Dictionaries } from './dictionaries.ts'
import { ArrowFault } from './flat-table.ts'
import { type Message, readMessages } from './messages.ts'
import { readBatch, type Vector } from './record-batch.ts'
import { type Field, readSchema } from './schema.ts'
import { ViewedBytes } from './viewed-bytes.ts'

export interface Batch {
  /** One for each column. */
  readonly vectors: readonly Vector[]
  readonly dictionaries: Dictionaries
  /** The number of rows before this batch. */
  readonly before: number
  readonly rows: number
}

/** The table of an Arrow IPC stream. Reading it throws {@link ArrowFault}, or RangeError if the metadata is malformed. */
export class ArrowTable {
  readonly fields: readonly Field[]
  readonly #messages: Generator<Message, void>
  readonly #bytes: ViewedBytes

  constructor(bytes: Uint8Array) {
    this.#messages = readMessages(bytes)
    this.#bytes = new ViewedBytes(bytes.length)
    const first = this.#messages.next().value
    if (!first) throw new ArrowFault('holds no table')
    if (first.kind !== 'schema') throw new ArrowFault('must begin with its schema')
    this.fields = readSchema(first.header)
  }

  /** Its rows in order; can be read once. */
  *batches(): Generator<Batch, void> {
    const dictionaries = new Dictionaries(this.fields, this.#bytes)
    let before = 0
    for (const message of this.#messages) {
      if (message.kind === 'schema') {
        throw new ArrowFault('has two schemas: send one table a call')
      }
      if (message.kind === 'dictionary') dictionaries.read(message)
      else {
        const vectors = readBatch(message, this.fields, this.#bytes)
        const rows = vectors[0]?.length ?? 0
        if (before + rows > ingestLimits.samples) {
          throw new ArrowFault(`must have at most ${ingestLimits.samples} rows; send more calls`)
        }
        yield { vectors, dictionaries, before, rows }
        before += rows
      }
    }
  }
}
