import type { IncomingMessage } from 'node:http'
import {
  type BodyType,
  callLimits,
  DEFAULT_BODY_LIMIT,
  type Operation,
  PROTOBUF,
} from '@sluice/contract'
import { LONG_BODY } from '@sluice/core'
import {
  andThen,
  freeMemory,
  type Hold,
  inSlices,
  invalidRequest,
  isLongJson,
  JsonBody,
  Problem,
  parseJson,
  parseLongJson,
  turnForLongWork,
} from '@sluice/runtime'
import {
  type Encoding,
  encodedLimit,
  encodingOf,
  inflate,
  inflateSnappy,
  usualEncodings,
} from './inflate.ts'

/** Whether the head announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Limits of a body. */
export interface BodyBounds {
  /** Bytes, inflated. */
  readonly limit: number
  /** From the head to the last byte, in milliseconds. */
  readonly time: number
  /** Where the bytes are counted while the body arrives. */
  readonly hold?: Hold
  /** Default: those of {@link usualEncodings}. */
  readonly encodings?: readonly Encoding[]
  /** Encoding of a body without Content-Encoding. Default: identity. */
  readonly encoding?: Encoding | undefined
}

/**
 * Reads and inflates a request's body within the row's limit. Returns the parsed JSON; for bulk rows the unparsed JSON;
 * for rows with another media type the bytes; for an empty body undefined. Synchronous if the body has arrived
 * completely. JSON of `keptFrom` bytes and more stays unparsed. Throws body-too-large, unsupported-media-type,
 * invalid-request, request-timeout or unavailable.
 */
export function readBody(
  request: IncomingMessage,
  row: Operation,
  bounds: Omit<BodyBounds, 'limit' | 'encodings'>,
  keptFrom = Number.POSITIVE_INFINITY,
): unknown {
  const { bodyType = 'application/json', bodyForm, bodyLimit = DEFAULT_BODY_LIMIT } = row
  const isJson = bodyType === 'application/json' || (row.orJson === true && saysJson(request))
  if (row.body) requireType(request, isJson ? 'application/json' : bodyType)
  const encodings = bodyType === PROTOBUF ? withSnappy : usualEncodings
  return readBytes(request, { ...bounds, encodings, limit: bodyLimit }, (bytes) => {
    if (bytes.length === 0) return undefined
    if (!isJson) return bytes
    if (bodyForm === 'bulk' || bytes.length >= keptFrom) return new JsonBody(bytes)
    if (isLongJson(bytes)) return parseLongJson(bytes, bodyBounds)
    return bytes.length < LONG_BODY ? parseJson(bytes) : parseInTurn(bytes)
  })
}

/**
 * Checks that a request to a row without a body has none, whatever its head announces. Rejects with invalid-request or
 * request-timeout.
 */
export async function readNone(
  request: IncomingMessage,
  bounds: Omit<BodyBounds, 'limit' | 'encodings'>,
): Promise<undefined> {
  const none = { ...bounds, limit: 0 }
  try {
    await (request.complete ? takeWhole(request, none, 0) : collect(request, none, 0))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'body-too-large') throw error
    const detail = 'must be absent: this operation takes no body'
    throw invalidRequest([{ pointer: '/body', detail }])
  }
}

const withSnappy: readonly Encoding[] = [...usualEncodings, 'snappy']

/** In turns: a hundred bodies of this size arriving together would otherwise block one turn of the event loop. */
async function parseInTurn(bytes: Buffer): Promise<unknown> {
  await turnForLongWork()
  return parseJson(bytes)
}

/** Depth and members of shorter bodies are checked where arbitrary values may occur. */
const bodyBounds = {
  values: callLimits.bodyValues,
  members: callLimits.bodyMembers,
  name: callLimits.bodyName,
  depth: 2 * callLimits.depth,
}

/** Reads and inflates a request's body and interprets the bytes. Throws and rejects as {@link readBody} does. */
export function readBytes<Meaning>(
  request: IncomingMessage,
  bounds: BodyBounds,
  meaningOf: (bytes: Buffer) => Meaning,
): Meaning | Promise<Meaning> {
  const encoding = encodingOf(
    request.headers['content-encoding'] ?? bounds.encoding,
    bounds.encodings,
  )
  const most = encodedLimit(bounds.limit, encoding)
  // A complete request emits its end later, but listeners for it would cost as much as all other work on a small body.
  const sent = request.complete ? takeWhole(request, bounds, most) : collect(request, bounds, most)
  if (encoding === undefined) return andThen(sent, meaningOf)
  const inflated = async () => {
    const bytes = await sent
    return meaningOf(await inflateWithin(bytes, encoding, bounds))
  }
  return inflated()
}

/** Type and subtype, each a token of RFC 9110, 5.6.2. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

/** Whether the head declares the body as JSON. */
export function saysJson({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return mediaTypeOf(headers['content-type']) === 'application/json'
}

function mediaTypeOf(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}

function requireType({ headers }: IncomingMessage, wanted: BodyType): void {
  const sent = headers['content-type']
  // Fast path: nearly every request has exactly this text.
  if (sent === wanted) return
  const type = mediaTypeOf(sent)
  if (type === wanted || (wanted === 'application/json' && type.endsWith('+json'))) return
  throw new Problem('unsupported-media-type', { detail: wrongType(sent, type, wanted) })
}

function wrongType(sent: string | undefined, type: string, wanted: BodyType): string {
  if (sent === undefined) return `The body must be ${wanted}: send Content-Type: ${wanted}.`
  if (!MEDIA_TYPE.test(type)) return 'Content-Type is not a media type.'
  return `The body must be ${wanted}, not ${type}.`
}

async function inflateWithin(
  bytes: Buffer,
  encoding: Encoding,
  bounds: BodyBounds,
): Promise<Buffer> {
  const pieces = gather(bounds, bounds.limit)
  try {
    if (encoding === 'snappy') {
      const block = await inflateSnappy(bytes, bounds.limit)
      if (block === undefined) throw tooLarge(bounds.limit)
      pieces.take(block)
    } else await inflate(bytes, encoding, pieces.take)
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error)
  }
  return pieces.whole()
}

/** The body of a request that has arrived completely, of at most `most` bytes as sent. */
function takeWhole(request: IncomingMessage, { limit }: BodyBounds, most: number): Buffer {
  if (request.readableLength > most) throw tooLarge(limit)
  const chunks: Buffer[] = []
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk)
  return whole(chunks)
}

/**
 * Uses bare events, and never removes its listeners: either would cost as much as all other work on a small body. After
 * a refusal, the rest of the body is read and dropped, so that the connection can be reused.
 */
function collect(request: IncomingMessage, bounds: BodyBounds, most: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'])
  if (announced > most) return Promise.reject(tooLarge(bounds.limit))
  const pieces = gather(bounds, most)
  return new Promise((resolve, reject) => {
    let refused = false
    const refuse = (problem: unknown) => {
      refused = true
      clearTimeout(timer)
      pieces.drop()
      reject(problem)
    }
    const timer = setTimeout(() => refuse(tooSlow()), bounds.time)
    const take = (chunk: Buffer) => {
      if (refused) return
      try {
        pieces.take(chunk)
      } catch (problem) {
        refuse(problem)
      }
    }
    const end = () => {
      clearTimeout(timer)
      if (!refused) resolve(pieces.whole())
    }
    const close = () => {
      if (!request.readableEnded) refuse(unreadable(request.errored))
    }
    if (request.destroyed) return close()
    request.on('data', take)
    request.on('end', end)
    request.on('close', close)
    // Without a listener, an error would end the process; it is examined when the stream is closed.
    request.on('error', () => {})
  })
}

/** Collects the chunks of a body within its limits. */
function gather({ limit, hold }: BodyBounds, most: number) {
  const chunks: Buffer[] = []
  let size = 0
  return {
    take(chunk: Buffer) {
      size += chunk.length
      if (size > most) throw tooLarge(limit)
      if (hold?.add(chunk.length) === false) throw tooMuch()
      chunks.push(chunk)
    },
    drop() {
      chunks.length = 0
    },
    whole: () => (size < LONG_COPY ? whole(chunks) : inSlices(joined(chunks, size))),
  }
}

/** From this many bytes on, joining the chunks of a body takes milliseconds. */
const LONG_COPY = 1024 * 1024

/** Joins the chunks of a body, freeing each as it goes. */
function* joined(chunks: readonly Buffer[], size: number): Generator<void, Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const chunk of chunks) {
    at += chunk.copy(bytes, at)
    freeMemory(chunk)
    yield
  }
  return bytes
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

function tooSlow(): Problem {
  const detail = 'The body did not arrive in time. Send it again, or in smaller parts.'
  return new Problem('request-timeout', { detail })
}

function tooMuch(): Problem {
  const detail = 'Too much request data is in progress at once. Send less at a time.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}

function unreadable(cause: unknown): Problem {
  const errors = [
    { pointer: '/body', detail: 'is incomplete or does not match its Content-Encoding' },
  ]
  return new Problem('invalid-request', { detail: 'The body cannot be read.', errors, cause })
}
