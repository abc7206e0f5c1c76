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
  inSlices,
  invalidRequest,
  isLongJson,
  JsonBody,
  Problem,
  parseJson,
  parseLongJson,
  turnForLongWork,
} from '@sluice/runtime'
import type { Hold } from './byte-shares.ts'
import {
  type Encoding,
  encodedLimit,
  encodingOf,
  inflate,
  inflateSnappy,
  usualEncodings,
} from './inflate.ts'

/** Does the head announce a body? */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** What a body may take. */
export interface BodyBounds {
  /** Bytes, inflated. */
  readonly limit: number
  /** From the head to the last byte, in milliseconds. */
  readonly time: number
  /** Where its bytes are counted that have to be waited for. */
  readonly hold?: Hold
  /** Default: the usual ones. */
  readonly encodings?: readonly Encoding[]
}

/**
 * Reads and inflates a request's body within the row's limit. Answers the parsed JSON; for bulk rows the
 * JSON unparsed; for rows of another media type the bytes; for an empty body undefined; all of it at once where it has
 * come whole. JSON that is long stays unparsed where the caller keeps it so. Throws body-too-large, unsupported-media-type, invalid-request, request-timeout or unavailable.
 */
export function readBody(
  request: IncomingMessage,
  row: Operation,
  bounds: Omit<BodyBounds, 'limit' | 'encodings'>,
  keepsLong = false,
): unknown {
  const { bodyType = 'application/json', bodyForm, bodyLimit = DEFAULT_BODY_LIMIT } = row
  const isJson = bodyType === 'application/json' || (row.orJson === true && saysJson(request))
  if (row.body) requireType(request, isJson ? 'application/json' : bodyType)
  const encodings = bodyType === PROTOBUF ? withSnappy : usualEncodings
  return readBytes(request, { ...bounds, encodings, limit: bodyLimit }, (bytes) => {
    if (bytes.length === 0) return undefined
    if (!isJson) return bytes
    if (bodyForm === 'bulk' || (keepsLong && bytes.length >= LONG_BODY)) return new JsonBody(bytes)
    if (isLongJson(bytes)) return parseLongJson(bytes, bodyBounds)
    return bytes.length < LONG_BODY ? parseJson(bytes) : parseInTurn(bytes)
  })
}

/**
 * Sees that a request to a row that takes no body has none, whatever its head announces. Rejects with invalid-request or
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

/** A hundred bodies of so many bytes that arrive together would hold one turn of the event loop for all of these. */
async function parseInTurn(bytes: Buffer): Promise<unknown> {
  await turnForLongWork()
  return parseJson(bytes)
}

/** Of a shorter body depth and members are judged where a value of any form may stand. */
const bodyBounds = {
  values: callLimits.bodyValues,
  members: callLimits.bodyMembers,
  depth: 2 * callLimits.depth,
}

/** What a request's body, inflated, means. Throws and rejects as {@link readBody} does. */
export function readBytes<Meaning>(
  request: IncomingMessage,
  bounds: BodyBounds,
  meaningOf: (bytes: Buffer) => Meaning,
): Meaning | Promise<Meaning> {
  const encoding = encodingOf(request.headers['content-encoding'], bounds.encodings)
  const most = encodedLimit(bounds.limit, encoding)
  // Its end is reported later, but nobody needs it: listeners would cost as much as all that is done with a small body.
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

/** Whether the head says that the body is JSON. */
export function saysJson({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return mediaTypeOf(headers['content-type']) === 'application/json'
}

function mediaTypeOf(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}

function requireType({ headers }: IncomingMessage, wanted: BodyType): void {
  const sent = headers['content-type']
  // Nearly every request says it in these very words.
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

/** The body of a request that has come whole, of at most so many bytes as it was sent. */
function takeWhole(request: IncomingMessage, { limit }: BodyBounds, most: number): Buffer {
  if (request.readableLength > most) throw tooLarge(limit)
  const chunks: Buffer[] = []
  for (let chunk = request.read(); chunk !== null; chunk = request.read()) chunks.push(chunk)
  return whole(chunks)
}

/**
 * Uses bare events, and takes none of its listeners off again: each of these would cost as much as everything
 * else that is done with a small body. A body that is refused flows on, and what comes of it is dropped, so that the
 * connection can be used again.
 */
function collect(request: IncomingMessage, bounds: BodyBounds, most: number): Promise<Buffer> {
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
    // A stream that nobody listens to would end the process; what the fault was is asked when it is closed.
    request.on('error', () => {})
  })
}

/** Pieces of a body, within its bounds. */
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

/** Bytes from which on joining the pieces of a body takes milliseconds. */
const LONG_COPY = 1024 * 1024

/** The pieces of a body as one; each is freed at once. */
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
