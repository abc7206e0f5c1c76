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

function* partsOf(
  list: readonly (number | string)[],
): Generator<readonly (number | string)[], void> {
  for (let from = 0; from < list.length; ) {
    let to = from
    for (let work = 0; to < list.length && work < MOST; to += 1) {
      const item = list[to]
      work += 1 + (typeof item === 'string' ? item.length / UNITS : 0)
    }
    yield list.slice(from, to)
    from = to
  }
}

/** Bytes of V8's header. */
const HEADER_BYTES = 2

/** How V8 serializes a list without holes: `A` and its length, its items, `$`, the number of its properties, its length. */
function beginList(into: Serializer, length: number): void {
  into.writeRawBytes(Buffer.from('A'))
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
  return serialize(list).subarray(HEADER_BYTES + 1 + lengthBytes, -2 - lengthBytes)
}
