import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { type BodyType, DEFAULT_BODY_LIMIT, type Operation } from '@sluice/contract'
import { freeMemory, JsonBody, Problem, parseJson } from '@sluice/runtime'

/** Does the head announce a body? */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads and inflates a request's body within the row's limit. Answers the parsed JSON; for bulk rows the
 * JSON unparsed; for rows of another media type the bytes; for an empty body undefined; all of it at once where it has
 * come whole. Throws body-too-large, unsupported-media-type or invalid-request.
 */
export function readBody(request: IncomingMessage, row: Operation): unknown {
  const { bodyType = 'application/json', bodyForm, bodyLimit = DEFAULT_BODY_LIMIT } = row
  if (row.body) requireType(request, bodyType)
  return readBytes(request, bodyLimit, (bytes) => {
    if (bytes.length === 0) return undefined
    if (bodyType !== 'application/json') return bytes
    return bodyForm === 'bulk' ? new JsonBody(bytes) : parseJson(bytes)
  })
}

/** What a request's body, inflated, of at most `limit` bytes, means. Throws and rejects as {@link readBody} does. */
export function readBytes<Meaning>(
  request: IncomingMessage,
  limit: number,
  meaningOf: (bytes: Buffer) => Meaning,
): Meaning | Promise<Meaning> {
  const stream = inflated(request)
  // Its end is told of later, but nobody needs to be told: listeners would cost as much as all that is done with a small body.
  if (stream === request && request.complete) return meaningOf(takeWhole(request, limit))
  const meaning = collect(stream, limit, meaningOf)
  if (stream === request) return meaning
  return meaning.finally(() => {
    stream.destroy()
    // The rest of a refused body is discarded, so that the connection can be used again.
    request.resume()
  })
}

/** Type and subtype, each a token of RFC 9110, 5.6.2. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

function requireType({ headers }: IncomingMessage, wanted: BodyType): void {
  const sent = headers['content-type']
  // Nearly every request says it in these very words.
  if (sent === wanted) return
  const type = sent?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === wanted || (wanted === 'application/json' && type.endsWith('+json'))) return
  throw new Problem('unsupported-media-type', { detail: wrongType(sent, type, wanted) })
}

function wrongType(sent: string | undefined, type: string, wanted: BodyType): string {
  if (sent === undefined) return `The body must be ${wanted}: send Content-Type.`
  if (!MEDIA_TYPE.test(type)) return 'Content-Type is not a media type.'
  return `The body must be ${wanted}, not ${type}.`
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
  // One that is gone already ends nothing that it is piped into.
  if (source.destroyed) return inflate.destroy()
  source.once('error', (error) => inflate.destroy(error))
  return source.pipe(inflate)
}

/** The body of a request that has come whole. */
function takeWhole(request: IncomingMessage, limit: number): Buffer {
  if (request.readableLength > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk)
  return whole(chunks)
}

/**
 * Uses bare events, and takes none of its listeners off again: each of these would cost as much as everything
 * else that is done with a small body. A body that is too large flows on, and what comes of it is dropped.
 */
function collect<Meaning>(
  stream: Readable,
  limit: number,
  meaningOf: (bytes: Buffer) => Meaning,
): Promise<Meaning> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      if (size > limit) return
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      chunks.length = 0
      reject(tooLarge(limit))
    }
    const end = () => {
      try {
        resolve(meaningOf(whole(chunks)))
      } catch (error) {
        reject(error)
      }
    }
    const close = () => {
      if (!stream.readableEnded) reject(unreadable(stream.errored))
    }
    if (stream.destroyed) return close()
    stream.on('data', take)
    stream.on('end', end)
    stream.on('close', close)
    // A stream that nobody listens to would end the process; what the fault was is asked when it is closed.
    stream.on('error', () => {})
  })
}

function whole(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  if (first && chunks.length === 1) return first
  const bytes = Buffer.concat(chunks)
  freeMemory(...chunks)
  return bytes
}

function tooLarge(limit: number): Problem {
  const detail = `The body is larger than ${limit} bytes (after decompression). Split it.`
  return new Problem('body-too-large', { detail })
}

function unreadable(cause: unknown): Problem {
  const errors = [{ pointer: '/body', detail: 'was cut short or is not in its Content-Encoding' }]
  return new Problem('invalid-request', { detail: 'The body cannot be read.', errors, cause })
}
