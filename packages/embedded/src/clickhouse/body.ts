import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { exception } from './exception.ts'

const decoders: Record<string, () => Transform> = {
  deflate: createInflate,
  gzip: createGunzip,
  zstd: createZstdDecompress,
}

/**
 * The chunks of the request's body, decompressed.
 *
 * @throws ClickHouseException if it is longer than `limit` bytes after decompression, is cut off, or does not
 * decompress.
 */
export async function* readBody(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of decoded(request)) {
    size += chunk.length
    if (size > limit) throw exception('TOO_MANY_BYTES', `The body is longer than ${limit} bytes.`)
    yield chunk
  }
}

/** The whole body in memory. */
export async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

function decoded(request: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  // Not destroyed when reading stops early: the answer uses the same connection.
  if (encoding === 'identity') return request.iterator({ destroyOnReturn: false })
  const decoder = decoders[encoding]?.()
  if (!decoder) {
    throw exception(
      'UNKNOWN_COMPRESSION_METHOD',
      `Unknown Content-Encoding '${encoding}'; known are ${Object.keys(decoders).join(', ')}.`,
    )
  }
  // A pipe does not propagate an error of its source, which must not look like the end.
  request.once('error', (error) => decoder.destroy(error))
  return decompressed(request.pipe(decoder), encoding)
}

async function* decompressed(decoder: Transform, encoding: string): AsyncGenerator<Buffer> {
  try {
    yield* decoder
  } catch (error) {
    const { message } = error as Error
    throw exception('CANNOT_DECOMPRESS', `The body is not whole ${encoding} data: ${message}.`)
  }
}
