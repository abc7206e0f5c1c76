import { createGzip, createZstdCompress } from 'node:zlib'
import { parseRange, type Representation } from './representation.ts'

/** Content-Encodings of answers, the one that costs least first. */
export const codings = ['zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Bytes from which on an answer is compressed: a shorter one goes into a packet as it is. */
export const LEAST_COMPRESSED = 1024

/** Entries of a header that are looked at: more than there are encodings. */
const MOST_CODINGS = 16

/** The encoding that an Accept-Encoding header (RFC 9110, 12.5.3) prefers; undefined for none. */
export function codingOf(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined
  const ranges = header.split(',', MOST_CODINGS).map(parseRange)
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

/** Answers that are compressed at once. The threads that do it also sync the log of samples. */
const MOST_AT_ONCE = 2
/** Bytes that a thread takes at a time, so that other work comes between. */
const PIECE = 64 * 1024

let underWay = 0

/** An answer, compressed; as it is where others are being compressed already. */
export async function compressed(
  { body, fields, tag }: Representation,
  coding: Coding,
): Promise<Representation> {
  const varied = [...fields, 'Vary', 'Accept-Encoding']
  if (underWay >= MOST_AT_ONCE) return { body, fields: varied, tag }
  underWay += 1
  try {
    const short = await compress(typeof body === 'string' ? Buffer.from(body) : body, coding)
    return { body: short, fields: [...varied, 'Content-Encoding', coding], tag, coding }
  } finally {
    underWay -= 1
  }
}

/** Bytes, compressed piece by piece on another thread. */
export async function compress(bytes: Uint8Array, coding: Coding): Promise<Buffer> {
  // A faster level than the usual one: of JSON it makes a tenth more.
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
