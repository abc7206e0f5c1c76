import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { type BodyType, DEFAULT_BODY_LIMIT, type Operation } from '@sluice/contract'
import { JsonBody, Problem, parseJson } from '@sluice/core'

/** Does the head announce a body? */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads and inflates a request's body within the row's limit. Answers the parsed JSON; for bulk rows the
 * JSON unparsed; for rows of another media type the bytes; for an empty body undefined. Throws
 * body-too-large, unsupported-media-type or invalid-request.
 */
export async function readBody(request: IncomingMessage, row: Operation): Promise<unknown> {
  const { bodyType = 'application/json' } = row
  if (row.body) requireType(request, bodyType)
  const limit = row.bodyLimit ?? DEFAULT_BODY_LIMIT
  const stream = inflated(request)
  try {
    const bytes = await collect(stream, limit)
    if (bytes.length === 0) return undefined
    if (bodyType !== 'application/json') return bytes
    return row.bodyForm === 'bulk' ? new JsonBody(bytes) : parseJson(bytes)
  } finally {
    if (stream !== request) stream.destroy()
    // The rest of a refused body is discarded, so that the connection can be used again.
    request.resume()
  }
}

function requireType({ headers }: IncomingMessage, wanted: BodyType): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === wanted || (wanted === 'application/json' && type.endsWith('+json'))) return
  const detail = `The body must be ${wanted}${type ? `, not ${type}` : ': send Content-Type'}.`
  throw new Problem('unsupported-media-type', { detail })
}

function inflated(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return request
  if (encoding === 'gzip') return pipe(request, createGunzip())
  if (encoding === 'zstd') return pipe(request, createZstdDecompress())
  const detail = `Content-Encoding must be gzip or zstd, not ${encoding}.`
  throw new Problem('unsupported-media-type', { detail })
}

function pipe(source: Readable, inflate: ReturnType<typeof createGunzip>): Readable {
  source.once('error', (error) => inflate.destroy(error))
  return source.pipe(inflate)
}

/**
 * Uses bare events: a stream's iterator costs as much as everything else that is done with a small body.
 */
function collect(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const settle = (error?: Problem) => {
      stream.off('data', take).off('end', end).off('error', fail).off('close', fail)
      // The stream may still emit an error when nobody reads it any more; that must not end the process.
      stream.on('error', () => {})
      if (error) reject(error)
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) settle(tooLarge(limit))
      else chunks.push(chunk)
    }
    const end = () => settle()
    const fail = (cause?: unknown) => settle(unreadable(cause))
    if (stream.destroyed) fail(stream.errored)
    else stream.on('data', take).on('end', end).on('error', fail).on('close', fail)
  })
}

function tooLarge(limit: number): Problem {
  const detail = `The body is larger than ${limit} bytes (after decompression). Split it.`
  return new Problem('body-too-large', { detail })
}

function unreadable(cause: unknown): Problem {
  const errors = [{ pointer: '/body', detail: 'was cut short or is not in its Content-Encoding' }]
  return new Problem('invalid-request', { detail: 'The body cannot be read.', errors, cause })
}
