import { ArrowFault, FlatTable } from './flat-table.ts'

/** One message of a stream: its header, and the bytes that the header describes. */
export interface Message {
  readonly kind: 'schema' | 'dictionary' | 'batch'
  readonly header: FlatTable
  readonly body: Uint8Array
}

const kinds = new Map<number, Message['kind']>([
  [1, 'schema'],
  [2, 'dictionary'],
  [3, 'batch'],
])

const CONTINUATION = 0xffff_ffff
/** Metadata version 4, of 2017. Older versions have another layout. */
const OLDEST_VERSION = 3
/** How a file begins: a stream with an index, which is another media type. */
const FILE_MAGIC = 'ARROW1'

/**
 * The messages of an Arrow IPC stream ({@link
 * https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format}). Throws {@link ArrowFault}, or
 * RangeError where the metadata points out of its message.
 */
export function* readMessages(bytes: Uint8Array): Generator<Message, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  refuseFile(bytes)
  let at = 0
  // A stream ends with a message of no length, or where its bytes end.
  while (at < bytes.length) {
    const marked = wordAt(view, at) === CONTINUATION
    const start = at + (marked ? 8 : 4)
    const size = wordAt(view, start - 4)
    if (size === 0) return refuseMore(bytes.length - start)
    const head = slice(bytes, start, size)
    const metadata = FlatTable.root(new DataView(head.buffer, head.byteOffset, head.length))
    const body = slice(bytes, start + size, metadata.int64(3))
    yield messageOf(metadata, body)
    at = start + size + body.length
  }
}

function messageOf(metadata: FlatTable, body: Uint8Array): Message {
  if (metadata.int16(0, 0) < OLDEST_VERSION) {
    throw new ArrowFault('is of a version of Arrow before 0.8: write it with a newer one')
  }
  const kind = kinds.get(metadata.int8(1, 0))
  const header = metadata.table(2)
  if (kind && header) return { kind, header, body }
  throw new ArrowFault('has a message that is no schema, dictionary batch or record batch')
}

function wordAt(view: DataView, at: number): number {
  if (at + 4 > view.byteLength) throw cutShort()
  return view.getUint32(at, true)
}

function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw cutShort()
  return bytes.subarray(start, start + length)
}

function cutShort(): ArrowFault {
  return new ArrowFault('is not an Arrow IPC stream, or is truncated')
}

function refuseFile(bytes: Uint8Array): void {
  if (Buffer.from(bytes.subarray(0, FILE_MAGIC.length)).toString('latin1') !== FILE_MAGIC) return
  throw new ArrowFault(
    'is an Arrow file: send it in the stream format (in Python pa.ipc.new_stream)',
  )
}

/** Bytes after the end are refused: ignoring them would lose data silently. */
function refuseMore(bytes: number): void {
  if (bytes > 0) throw new ArrowFault(`has ${bytes} bytes after its end: send one stream per call`)
}
