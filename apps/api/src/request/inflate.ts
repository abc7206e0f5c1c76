import { createGunzip, createZstdDecompress } from 'node:zlib'
import { inSlices, Problem } from '@sluice/runtime'
import { uncompress } from 'snappy'
import { areFrames } from './zstd-frames.ts'

/** Content-Encodings of bodies. */
export type Encoding = 'gzip' | 'zstd' | 'snappy'

/** The encodings that any body may have. */
export const usualEncodings: readonly Encoding[] = ['gzip', 'zstd']

/** 415 with the encodings that are accepted, which other causes of 415 must not name (RFC 9110, 12.5.3). */
export class UnsupportedEncoding extends Problem {
  readonly accepted: readonly Encoding[]

  constructor(encoding: string, accepted: readonly Encoding[]) {
    const detail = `Content-Encoding must be ${accepted.join(' or ')}, not ${encoding}.`
    super('unsupported-media-type', { detail })
    this.accepted = accepted
  }
}

/** The encoding that a head announces; undefined for none. Throws {@link UnsupportedEncoding}. */
export function encodingOf(
  header: string | undefined,
  allowed: readonly Encoding[] = usualEncodings,
): Encoding | undefined {
  const encoding = header?.toLowerCase() || 'identity'
  if (encoding === 'identity') return undefined
  // RFC 9110, 8.4.1.3.
  const named = encoding === 'x-gzip' ? 'gzip' : encoding
  const known = allowed.find((one) => one === named)
  if (known) return known
  throw new UnsupportedEncoding(encoding, allowed)
}

/** Bytes of an encoded body beyond its content: incompressible data becomes a little longer. */
const OVERHEAD = 64 * 1024

/** The most encoded bytes for a body of at most this many bytes. */
export function encodedLimit(limit: number, encoding: Encoding | undefined): number {
  return encoding === undefined ? limit : limit + OVERHEAD
}

/**
 * Inflates a snappy block, which begins with its inflated length as a varint ({@link
 * https://github.com/google/snappy/blob/main/format_description.txt}). Undefined, without inflating, if that exceeds
 * `most` bytes. Rejects if it is no such block.
 */
export async function inflateSnappy(bytes: Buffer, most: number): Promise<Buffer | undefined> {
  return lengthOfSnappy(bytes) > most ? undefined : ((await uncompress(bytes)) as Buffer)
}

function lengthOfSnappy(bytes: Buffer): number {
  let length = 0
  for (const [i, byte] of bytes.subarray(0, 5).entries()) {
    length += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) break
  }
  return length
}

/**
 * Inflates a body that has arrived completely; `take` gets each piece, and ends it by throwing. Nothing is inflated
 * before that: sixteen kilobytes that never end would otherwise occupy sixteen megabytes. Rejects if it is anything
 * else, or has trailing data.
 */
export async function inflate(
  bytes: Buffer,
  encoding: Exclude<Encoding, 'snappy'>,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (encoding === 'zstd' && !(await inSlices(areFrames(bytes)))) throw remainder()
  const stream = encoding === 'gzip' ? createGunzip() : createZstdDecompress()
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      try {
        if (!stream.destroyed) take(chunk)
      } catch (error) {
        stream.destroy()
        reject(error)
      }
    })
    // Zeros end the stream, too, and what follows them is not checked.
    stream.on('end', () => (stream.bytesWritten < bytes.length ? reject(remainder()) : resolve()))
    stream.on('error', reject)
    stream.end(bytes)
  })
}

function remainder(): Error {
  return new Error('There is data after the end of the compressed body.')
}
