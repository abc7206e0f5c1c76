import { type NativeColumn, readerOfType } from './native-column.ts'
import { NativeCursor } from './native-cursor.ts'

/** Some rows of an answer, by column. */
export interface NativeBlock {
  readonly rows: number
  readonly columns: readonly NativeColumn[]
}

/**
 * Reads an answer in ClickHouse's Native format, in slices. It is read in the pieces in which it came: joining them would
 * copy tens of megabytes. 64-bit integers become the nearest doubles, as with `JSON.parse`. Throws for invalid bytes: a
 * failure midway truncates the answer, or appends its message.
 */
export function* readNative(pieces: readonly Uint8Array[]): Generator<void, NativeBlock[]> {
  const from = new NativeCursor(pieces)
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
