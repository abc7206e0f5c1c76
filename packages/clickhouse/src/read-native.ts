import { type NativeColumn, readerOfType } from './native-column.ts'
import { NativeCursor } from './native-cursor.ts'

/** Some rows of an answer, by column. */
export interface NativeBlock {
  readonly rows: number
  readonly columns: readonly NativeColumn[]
}

/**
 * Reads an answer in ClickHouse's Native format, in slices. 64-bit integers become the nearest doubles, as with
 * `JSON.parse`. Throws for invalid bytes: a failure midway truncates the answer, or appends its message.
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
