import { createGzip, createZstdCompress } from 'node:zlib'
import { parseRange, type Representation } from './representation.ts'

/** Content-Encodings of answers, the cheapest first. */
export const codings = ['zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The least bytes of an answer that is compressed: a shorter one fits into a packet anyway. */
export const MIN_COMPRESSED = 1024

/** The most entries of a header that are parsed: more than there are encodings. */
const MAX_CODINGS = 16

/** The encoding that an Accept-Encoding header (RFC 9110, 12.5.3) prefers; undefined for none. */
export function codingOf(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined
  const ranges = header.split(',', MAX_CODINGS).map(parseRange)
  const wanted = (name: string) => ranges.find(({ range }) => range === name)?.quality
  const least = Math.max(wanted('identity') ?? 0, 0)
  let chosen: Coding | undefined
  let best = 0
  for (const coding of codings) {
    const quality = wanted(coding) ?? wanted('*') ?? 0
    if (quality > best && quality >= least) [chosen, best] = [coding, quality]
  }
  return chosen
}

/** Answers compressed at once. The same thread pool also syncs the log of samples. */
const MAX_AT_ONCE = 2
/** Bytes compressed at a time, so that other work gets its turn. */
const PIECE = 64 * 1024

let inProgress = 0

/** A compressed answer; uncompressed if too many others are being compressed. */
export async function compressed(
  { body, fields, tag }: Representation,
  coding: Coding,
): Promise<Representation> {
  const varied = [...fields, 'Vary', 'Accept-Encoding']
  if (inProgress >= MAX_AT_ONCE) return { body, fields: varied, tag }
  inProgress += 1
  try {
    const short = await compress(typeof body === 'string' ? Buffer.from(body) : body, coding)
    return { body: short, fields: [...varied, 'Content-Encoding', coding], tag, coding }
  } finally {
    inProgress -= 1
  }
}

/** Compresses bytes piece by piece on another thread. */
export async function compress(bytes: Uint8Array, coding: Coding): Promise<Buffer> {
  // A faster level than the default: the output for JSON is a tenth larger.
  const stream = coding === 'gzip' ? createGzip({ level: 4 }) : createZstdCompress()
  const feed = async () => {
    for (let from = 0; from < bytes.length; from += PIECE) {
      const piece = bytes.subarray(from, from + PIECE)
      await new Promise<void>((resolve) => stream.write(piece, () => resolve()))
    }
    stream.end()
  }
  const fed = feed()
  const pieces = await stream.toArray()
  await fed
  return Buffer.concat(pieces as Buffer[])
}
