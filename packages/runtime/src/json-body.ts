import { invalidRequest, Problem } from './problem.ts'
import { atOnce, inSlices, type JsonBounds, readJson, TooMuchJson } from './slices/index.ts'

/** What JSON.parse reads in 5 ms in the worst case, empty objects. */
const LONG_BYTES = 64 * 1024

/** JSON.parse turns at most this much into some 60 MB of objects. */
const PARSED_AT_ONCE = 1024 * 1024

/** An unparsed JSON body, for readers that know its structure and need no objects. */
export class JsonBody {
  readonly bytes: Buffer
  readonly #bounds: JsonBounds | undefined

  /** @param bounds Limits, for a body so long that its objects could exhaust the memory. */
  constructor(bytes: Buffer, bounds?: JsonBounds) {
    this.bytes = bytes
    this.#bounds = bounds
  }

  /** The parsed value. Throws `invalid-request`. */
  parse(): unknown {
    const { bytes } = this
    const bounds = bytes.length > PARSED_AT_ONCE ? this.#bounds : undefined
    return bounds ? atOnce(parsing(bytes, bounds)) : parseJson(bytes)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether parsing a body at once would block the event loop for milliseconds. */
export function isLongJson(bytes: Buffer): boolean {
  return bytes.length > LONG_BYTES
}

/** Parses JSON bytes. Throws `invalid-request`, quoting at most one character of the body. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw notJson(error)
  }
}

/** {@link parseJson} in slices of a few milliseconds, within limits. */
export function parseLongJson(bytes: Buffer, bounds: JsonBounds): Promise<unknown> {
  return inSlices(parsing(bytes, bounds))
}

function* parsing(bytes: Buffer, bounds: JsonBounds): Generator<void, unknown> {
  try {
    return yield* readJson(yield* textOf(bytes), bounds)
  } catch (error) {
    throw error instanceof TooMuchJson ? tooMuch(error) : notJson(error)
  }
}

/** Bytes decoded at once. */
const PIECE = 256 * 1024
/** Like {@link utf8}, for further pieces of a text, in which a byte order mark is a character. */
const utf8Further = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes a text piece by piece. Throws a TypeError for invalid UTF-8. */
export function* textOf(bytes: Buffer): Generator<void, string> {
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = endOfCharacter(bytes, from + PIECE)
    pieces.push((from === 0 ? utf8 : utf8Further).decode(bytes.subarray(from, end)))
    from = end
    yield
  }
  return pieces.join('')
}

/** The last offset up to `at` that is not inside of a character, which has at most four bytes. */
function endOfCharacter(bytes: Buffer, at: number): number {
  for (let end = at; end > at - 4; end -= 1) {
    const next = bytes[end]
    if (next === undefined || (next & 0xc0) !== 0x80) return Math.min(end, bytes.length)
  }
  return at
}

function tooMuch({ message }: TooMuchJson): Problem {
  return invalidRequest([{ pointer: '/body', detail: message }])
}

function notJson(error: unknown): Problem {
  const reason = error instanceof SyntaxError ? wordsOf(error.message) : 'not UTF-8'
  const errors = [{ pointer: '/body', detail: `is not JSON: ${reason}` }]
  return new Problem('invalid-request', { detail: 'The body is not JSON.', errors })
}

/** V8's message, without the text that it quotes in "is not valid JSON". */
function wordsOf(message: string): string {
  if (!message.endsWith('is not valid JSON')) return message.replace(/^(.*?) in JSON/, '$1')
  return /^Unexpected token '.'/su.exec(message)?.[0].toWellFormed() ?? 'Unexpected text'
}
