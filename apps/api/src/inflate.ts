import { createGunzip, createZstdDecompress } from 'node:zlib'
import { Problem } from '@sluice/runtime'

/** Content-Encodings of bodies. */
export type Encoding = 'gzip' | 'zstd'

/** The encoding that a head announces; undefined for none. Throws unsupported-media-type. */
export function encodingOf(header: string | undefined): Encoding | undefined {
  const encoding = header?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return undefined
  if (encoding === 'gzip' || encoding === 'zstd') return encoding
  const detail = `Content-Encoding must be gzip or zstd, not ${encoding}.`
  throw new Problem('unsupported-media-type', { detail })
}

/** Bytes of an encoded body beside those that it says: what cannot be compressed becomes a little longer. */
const OVERHEAD = 64 * 1024

/** The most that may be sent for a body that may say so many bytes. */
export function encodedLimit(limit: number, encoding: Encoding | undefined): number {
  return encoding === undefined ? limit : limit + OVERHEAD
}

/**
 * Inflates a body that has come whole; `take` judges each piece, and ends it by throwing. Nothing is inflated before:
 * sixteen kilobytes that never end would else pin sixteen megabytes.
 */
export function inflate(
  bytes: Buffer,
  encoding: Encoding,
  take: (chunk: Buffer) => void,
): Promise<void> {
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
    stream.on('end', resolve)
    stream.on('error', reject)
    stream.end(bytes)
  })
}
