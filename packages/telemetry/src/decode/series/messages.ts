import { BinaryReader, type WireType } from '@bufbuild/protobuf/wire'

/** Fields read between two yields: a few milliseconds. */
const FIELDS_PER_TURN = 50_000

/** The varint continuation bit. Varints of up to seven bytes are exact as doubles, and positive. */
const MORE = 0x80
const PLAIN_BYTES = 7

/** Entries in the direct-mapped cache of a body's texts. */
const KNOWN_TEXTS = 509

interface KnownText {
  readonly at: number
  readonly length: number
  readonly text: string
}

/** Reads protobuf. Throws if there are too many fields between two yields. */
export class MessageReader extends BinaryReader {
  readonly #bytes: Uint8Array
  #fields = 0
  readonly #known: KnownText[] = []

  constructor(bytes: Uint8Array) {
    super(bytes)
    this.#bytes = bytes
  }

  override tag(): [number, WireType] {
    this.#fields += 1
    if (this.#fields > FIELDS_PER_TURN) throw new Error(`a part has over ${FIELDS_PER_TURN} fields`)
    return super.tag()
  }

  /** To be called after a yield: restarts the count of fields. */
  turned(): void {
    this.#fields = 0
  }

  /** The next signed 64-bit integer, rounded to a double. A BigInt would take ten times as long. */
  number64(): number {
    const { pos } = this
    let value = 0
    let scale = 1
    for (let i = 0; i < PLAIN_BYTES; i++) {
      const byte = this.#bytes[pos + i] ?? MORE
      value += (byte & ~MORE) * scale
      scale *= MORE
      if (byte >= MORE) continue
      this.pos = pos + i + 1
      return value
    }
    return Number(this.int64())
  }

  /** The next text. Most labels of a request are repeated; those are neither decoded nor hashed again. */
  override string(): string {
    const { pos } = this
    const place = this.#placeOf(pos)
    const known = this.#known[place]
    if (known && this.#repeats(known)) {
      this.pos = pos + known.length
      return known.text
    }
    const text = super.string()
    this.#known[place] = { at: pos, length: this.pos - pos, text }
    return text
  }

  /** A hash of the length and a few bytes that differ in numbered names. */
  #placeOf(pos: number): number {
    const bytes = this.#bytes
    const length = bytes[pos] ?? 0
    const end = pos + length
    const [first = 0, last = 0, before = 0] = [bytes[pos + 1], bytes[end], bytes[end - 1]]
    const middle = bytes[pos + (length >> 1)] ?? 0
    return (length * 31 + first * 7 + middle * 3 + last * 17 + before * 61) % KNOWN_TEXTS
  }

  /** Whether a known text, including its length prefix, is repeated here. */
  #repeats({ at, length }: KnownText): boolean {
    const bytes = this.#bytes
    const { pos } = this
    for (let i = 0; i < length; i++) if (bytes[at + i] !== bytes[pos + i]) return false
    return true
  }

  /** Reads a message's length and returns its end. Throws if that is beyond the end of the body. */
  end(): number {
    const end = this.uint32() + this.pos
    if (end > this.len) throw new RangeError('premature EOF')
    return end
  }

  /** Throws if reading did not stop exactly at the end of the message. */
  close(end: number): void {
    if (this.pos !== end) throw new RangeError('a field does not end where its message ends')
  }
}

/** Reads a field; returns false for a field that is to be skipped. */
type ReadField = (field: number, type: WireType) => boolean

/** Reads the fields of a message one by one. */
export function* fieldsOf(
  reader: MessageReader,
): Generator<readonly [field: number, type: WireType]> {
  const end = reader.end()
  while (reader.pos < end) yield reader.tag()
  reader.close(end)
}

export function readMessage(reader: MessageReader, readField: ReadField): void {
  for (const [field, type] of fieldsOf(reader)) {
    if (!readField(field, type)) reader.skip(type, field)
  }
}
