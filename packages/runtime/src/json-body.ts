import { Problem } from './problem.ts'

/** A JSON body that is still bytes, for readers that know its form and need no objects. */
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

/** JSON from its bytes. Throws `invalid-request`, which quotes one character of the body at most. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const reason = error instanceof SyntaxError ? wordsOf(error.message) : 'not UTF-8'
    const errors = [{ pointer: '/body', detail: `is not JSON: ${reason}` }]
    throw new Problem('invalid-request', { detail: 'The body is not JSON.', errors })
  }
}

/** What V8 says, which quotes the text around where it ends in "is not valid JSON", without that. */
function wordsOf(message: string): string {
  if (!message.endsWith('is not valid JSON')) return message.replace(/^(.*?) in JSON/, '$1')
  return /^Unexpected token '.'/su.exec(message)?.[0].toWellFormed() ?? 'Unexpected text'
}
