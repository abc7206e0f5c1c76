import { createGunzip, createZstdDecompress } from 'node:zlib'
import { inSlices, Problem } from '@sluice/runtime'
import { uncompress } from 'snappy'
import { areFrames } from './zstd-frames.ts'

/** Content-Encodings of bodies. */
export type Encoding = 'gzip' | 'zstd' | 'snappy'

/** The encodings of any body. */
export const usualEncodings: readonly Encoding[] = ['gzip', 'zstd']

/** The encoding that a head announces; undefined for none. Throws unsupported-media-type. */
export function encodingOf(
  header: string | undefined,
  allowed: readonly Encoding[] = usualEncodings,
): Encoding | undefined {
  const encoding = header?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return undefined
  const known = allowed.find((one) => one === encoding)
  if (known) return known
  const detail = `Content-Encoding must be ${allowed.join(' or ')}, not ${encoding}.`
  throw new Problem('unsupported-media-type', { detail })
}

/** Bytes of an encoded body beside those that it says: what cannot be compressed becomes a little longer. */
const OVERHEAD = 64 * 1024

/** The most that may be sent for a body that may say so many bytes. */
export function encodedLimit(limit: number, encoding: Encoding | undefined): number {
  return encoding === undefined ? limit : limit + OVERHEAD
}

/**
 * Inflates a block of snappy. How long it becomes is said first, in 7 bits a byte
 * ({@link https://github.com/google/snappy/blob/main/format_description.txt}); undefined, with nothing
 * inflated, where that is more than `most` bytes. Rejects where it is no such block.
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
 * Inflates a body that has come whole; `take` judges each piece, and ends it by throwing. Nothing is inflated before:
 * sixteen kilobytes that never end would else pin sixteen megabytes. Rejects where it is anything else than such a body, or
 * has anything after it.
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
    // Zeros end it as well, and what follows them is not looked at.
    stream.on('end', () => (stream.bytesWritten < bytes.length ? reject(remainder()) : resolve()))
    stream.on('error', reject)
    stream.end(bytes)
  })
}

function remainder(): Error {
  return new Error('There is data after the end of the compressed body.')
}
