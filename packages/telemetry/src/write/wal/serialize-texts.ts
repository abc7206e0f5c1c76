import { Serializer, serialize } from 'node:v8'
import { Pace } from '@sluice/runtime'
import type { SampleBuffer } from '../blocks/sample-buffer.ts'

/** The index of a write with texts, and their rows. */
export type Texts = readonly [write: number, rows: readonly number[], texts: readonly string[]]

/** Texts, or numbers of rows, that are serialized at once: less than a millisecond of work. */
const MOST = 4096

/** So many UTF-16 units are as much work as another text. */
const UNITS = 64

/**
 * The list of {@link Texts} of writes in V8's serialization format. It is what `serialize` makes, and `deserialize` reads
 * it; but a million texts at once would take a tenth of a second. Yields in between.
 */
export function* serializeTexts(
  writes: readonly { readonly samples: SampleBuffer }[],
): Generator<void, Buffer> {
  const into = new Serializer()
  into.writeHeader()
  const pace = new Pace(MOST)
  const listed = [...writes.entries()].filter(([, { samples }]) => samples.texts.length > 0)
  beginList(into, listed.length)
  for (const [write, { samples }] of listed) {
    const { textRows, texts, textUnits } = samples
    const work = texts.length + textUnits / UNITS
    const one: Texts = [write, textRows, texts]
    if (work <= MOST) into.writeValue(one)
    else yield* putInParts(into, one)
    if (pace.isOver(work)) yield
  }
  endList(into, listed.length)
  return into.releaseBuffer()
}

function* putInParts(into: Serializer, [write, rows, texts]: Texts): Generator<void, void> {
  beginList(into, 3)
  into.writeValue(write)
  for (const list of [rows, texts]) {
    beginList(into, list.length)
    for (const part of partsOf(list)) {
      into.writeRawBytes(itemsOf(part))
      yield
    }
    endList(into, list.length)
  }
  endList(into, 3)
}

/** Made by pushing alone: V8 serializes lists that may have holes differently. */
function* partsOf(list: readonly (number | string)[]): Generator<(number | string)[], void> {
  let part: (number | string)[] = []
  let work = 0
  for (const item of list) {
    part.push(item)
    work += 1 + (typeof item === 'string' ? item.length / UNITS : 0)
    if (work < MOST) continue
    yield part
    part = []
    work = 0
  }
  if (part.length > 0) yield part
}

/** Bytes of V8's header, and the byte with which a list without holes begins. */
const [HEADER_BYTES, LIST] = [2, 0x41]

/** How V8 serializes a list without holes: `A` and its length, its items, `$`, the number of its properties, its length. */
function beginList(into: Serializer, length: number): void {
  into.writeRawBytes(Buffer.of(LIST))
  into.writeUint32(length)
}

function endList(into: Serializer, length: number): void {
  into.writeRawBytes(Buffer.from('$'))
  into.writeUint32(0)
  into.writeUint32(length)
}

/** The items of a list as V8 serializes them. There are at most `MOST`. */
function itemsOf(list: readonly unknown[]): Buffer {
  const lengthBytes = list.length < 128 ? 1 : 2
  const bytes = serialize(list)
  if (bytes[HEADER_BYTES] !== LIST) throw new Error('V8 serializes lists in an unknown way.')
  return bytes.subarray(HEADER_BYTES + 1 + lengthBytes, -2 - lengthBytes)
}
