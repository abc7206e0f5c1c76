import { Problem } from './problem.ts'

/** A JSON body that is still bytes: a reader that knows its form may spare itself the objects. */
export class JsonBody {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** What it says. Throws `invalid-request`. */
  parse(): unknown {
    return parseJson(this.bytes)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON from its bytes. Throws `invalid-request`, without a word of the body in it. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? error.message.replace(/^.* in JSON/, 'unexpected text in JSON')
        : 'not UTF-8'
    const errors = [{ pointer: '/body', detail: `is not JSON: ${positionOnly(reason)}` }]
    throw new Problem('invalid-request', { detail: 'The body is not JSON.', errors })
  }
}

/** Keeps where the fault is, without quoting the body. */
function positionOnly(reason: string): string {
  return /at position \d+( \(line \d+ column \d+\))?/.exec(reason)?.[0] ?? reason
}
