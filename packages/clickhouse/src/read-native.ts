import { type NativeColumn, readerOfType } from './native-column.ts'
import { NativeCursor } from './native-cursor.ts'

/** Some rows of an answer, by column. */
export interface NativeBlock {
  readonly rows: number
  readonly columns: readonly NativeColumn[]
}

/**
 * Reads an answer in ClickHouse's Native format, in slices. Integers of 64 bits become the nearest numbers, as `JSON.parse` makes them.
 * Throws where the bytes are no such answer: a failure midway cuts it short, or puts its message behind the blocks.
 */
export function* readNative(bytes: Buffer): Generator<void, NativeBlock[]> {
  const from = new NativeCursor(bytes)
  const blocks: NativeBlock[] = []
  while (!from.atEnd) {
    yield
    blocks.push(yield* readBlock(from))
  }
  return blocks
}

function* readBlock(from: NativeCursor): Generator<void, NativeBlock> {
  const width = from.varint()
  const rows = from.varint()
  const columns: NativeColumn[] = []
  while (columns.length < width) {
    from.text()
    columns.push(yield* readerOfType(from.text())(from, rows))
  }
  return { rows, columns }
}
