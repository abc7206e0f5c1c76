/** Little-endian, like everything here. */
const MAGIC = 0xfd2fb528
/** The lowest four bits of a skippable frame's magic number are arbitrary. */
const SKIPPABLE = 0x0184d2a5

/** The type of a block with a single byte of content, whatever its size. */
const RUN = 1

/** Each takes nanoseconds, but a body may have millions of empty ones. */
const BLOCKS_PER_YIELD = 16_384

/**
 * Whether a body consists of complete zstd frames and nothing else: Node's stream ends silently at the end of a frame,
 * whatever follows. Reads only headers; errors inside of a frame are found by inflating it.
 *
 * {@link https://www.rfc-editor.org/rfc/rfc8878#section-3.1}
 */
export function* areFrames(bytes: Buffer): Generator<void, boolean> {
  let [at, blocks] = [0, 0]
  while (at + 8 <= bytes.length) {
    const magic = bytes.readUInt32LE(at)
    if (magic >>> 4 === SKIPPABLE) {
      at += 8 + bytes.readUInt32LE(at + 4)
      continue
    }
    if (magic !== MAGIC) return false
    const descriptor = bytes[at + 4] ?? 0
    at += 4 + lengthOfHeader(descriptor)
    for (let isLast = false; !isLast; blocks += 1) {
      if (blocks % BLOCKS_PER_YIELD === 0) yield
      if (at + 3 > bytes.length) return false
      const head = bytes.readUIntLE(at, 3)
      isLast = (head & 1) === 1
      at += 3 + (((head >>> 1) & 3) === RUN ? 1 : head >>> 3)
    }
    if (descriptor & 4) at += 4
  }
  return at === bytes.length
}

/** The descriptor, the window, the dictionary id and the content size. */
function lengthOfHeader(descriptor: number): number {
  const isSingle = (descriptor & 32) !== 0
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0
  return 1 + (isSingle ? 0 : 1) + dictionary + size
}
