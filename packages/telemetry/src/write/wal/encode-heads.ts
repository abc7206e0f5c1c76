import { deserialize } from 'node:v8'
import type { Write } from '../blocks/write.ts'
import { serializeTexts, type Texts } from './serialize-texts.ts'

/** A write without its columns. */
export interface Head {
  readonly organization: number
  readonly thing: number
  readonly version: bigint
  readonly rows: number
  readonly ascending: boolean
  readonly textRows: readonly number[]
  readonly texts: readonly string[]
}

/** Bytes before the heads: their number, and the length of the texts after them. */
const COUNTS_BYTES = 8

/** Bytes of a head: organization, thing, version, rows, and whether they ascend. */
const HEAD_BYTES = 24

/**
 * The heads of writes as plain numbers, since most have nothing else; then the texts of those that have some, in V8's
 * serialization format, which later versions of Node can read. Yields between many texts.
 */
export function* encodeHeads(writes: readonly Write[]): Generator<void, Uint8Array[]> {
  const texts = yield* serializeTexts(writes)
  const bytes = Buffer.allocUnsafe(COUNTS_BYTES + HEAD_BYTES * writes.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  view.setUint32(0, writes.length, true)
  view.setUint32(4, texts.length, true)
  let at = COUNTS_BYTES
  for (const { organization, thing, version, samples } of writes) {
    view.setUint32(at, organization, true)
    view.setUint32(at + 4, thing, true)
    view.setBigUint64(at + 8, version, true)
    view.setUint32(at + 16, samples.rows, true)
    view.setUint32(at + 20, samples.ascending ? 1 : 0, true)
    at += HEAD_BYTES
  }
  return [bytes, texts]
}

/** Decodes the heads at an offset; also returns where they end. */
export function decodeHeads(bytes: Buffer, from: number): { heads: Head[]; end: number } {
  const textsFrom = from + COUNTS_BYTES + HEAD_BYTES * bytes.readUInt32LE(from)
  const end = textsFrom + bytes.readUInt32LE(from + 4)
  const texts = new Map(
    (deserialize(bytes.subarray(textsFrom, end)) as Texts[]).map((one) => [one[0], one]),
  )
  const heads: Head[] = []
  for (let at = from + COUNTS_BYTES; at < textsFrom; at += HEAD_BYTES) {
    const [, textRows = [], values = []] = texts.get(heads.length) ?? []
    heads.push({
      organization: bytes.readUInt32LE(at),
      thing: bytes.readUInt32LE(at + 4),
      version: bytes.readBigUInt64LE(at + 8),
      rows: bytes.readUInt32LE(at + 16),
      ascending: bytes.readUInt32LE(at + 20) === 1,
      ...{ textRows, texts: values },
    })
  }
  return { heads, end }
}

type FirstHead = [
  ...[organization: number, thing: number, version: bigint, rows: number, ascending: boolean],
  ...[textRows: readonly number[], texts: readonly string[]],
]

/** Like {@link decodeHeads}, for the first format: the length of a list in V8's format, and that list. */
export function decodeFirstHeads(bytes: Buffer, from: number): { heads: Head[]; end: number } {
  const end = from + 4 + bytes.readUInt32LE(from)
  const lists: FirstHead[] = deserialize(bytes.subarray(from + 4, end))
  const heads = lists.map(
    ([organization, thing, version, rows, ascending, textRows, texts]): Head => ({
      ...{ organization, thing, version, rows, ascending, textRows, texts },
    }),
  )
  return { heads, end }
}
