type Bytes = Uint8Array<ArrayBuffer>

/**
 * Joins Arrow IPC streams. A stream is a schema, then batches, then an end: the schema is dropped from all but the
 * first, and the end from all but the last. Format:
 * https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format
 */
export async function* joinArrow(tables: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void> {
  let schema: Bytes | undefined
  for await (const table of tables) {
    for (const message of messagesOf(table)) {
      if (message.isSchema && schema !== undefined) {
        if (areEqual(schema, message.bytes)) continue
        throw new Error('The columns changed between pages.')
      }
      if (message.isSchema) schema = message.bytes
      yield message.bytes
    }
  }
  yield new Uint8Array([...CONTINUATION, 0, 0, 0, 0])
}

const CONTINUATION = [0xff, 0xff, 0xff, 0xff] as const

interface Message {
  readonly isSchema: boolean
  /** All of it: prefix, metadata and body. */
  readonly bytes: Bytes
}

/** The messages of a stream up to its end, which the service always marks. Each is 0xFFFFFFFF, the length of its metadata, metadata and a body. */
function* messagesOf(table: Bytes): Generator<Message, void> {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  for (let at = 0; at + 8 <= table.byteLength; ) {
    const length = view.getInt32(at + 4, true)
    if (view.getUint32(at, true) !== 0xffffffff || length < 0) {
      throw new Error('The answer is no Arrow IPC stream.')
    }
    if (length === 0) return
    if (at + 8 + length > table.byteLength) break
    const { kind, bodyLength } = readMetadata(view, at + 8)
    const end = at + 8 + length + bodyLength
    if (end > table.byteLength) break
    yield { isSchema: kind === SCHEMA, bytes: table.subarray(at, end) }
    at = end
  }
  throw new Error('The Arrow IPC stream is cut off.')
}

/** The message kind of a schema. */
const SCHEMA = 1

/** Fields of a Message (Message.fbs), a FlatBuffers table: the second is its kind, the fourth the length of its body. */
function readMetadata(view: DataView, start: number) {
  const table = start + view.getUint32(start, true)
  const offsets = table - view.getInt32(table, true)
  const entries = view.getUint16(offsets, true)
  const placeOf = (field: number) => {
    const entry = 4 + 2 * field
    const offset = entry < entries ? view.getUint16(offsets + entry, true) : 0
    return offset === 0 ? undefined : table + offset
  }
  const [kind, body] = [placeOf(1), placeOf(3)]
  return {
    kind: kind === undefined ? 0 : view.getUint8(kind),
    bodyLength: body === undefined ? 0 : Number(view.getBigInt64(body, true)),
  }
}

function areEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
