import type { Fault, ProblemCode } from './contract.ts'

/** The service answered with an RFC 9457 problem. */
export class SluiceProblem extends Error {
  override readonly name = 'SluiceProblem'
  /**
   * The problem's code, for programs; undefined where something between the client and the service
   * answered.
   */
  readonly code: ProblemCode | undefined
  readonly status: number
  readonly title: string
  /** An explanation for people. */
  readonly detail: string
  /** Every fault of an invalid input: where, as a JSON pointer, and what. */
  readonly errors: readonly Fault[]
  /** Quote it to support. */
  readonly requestId: string | undefined
  /** Seconds until a repeat makes sense, where the service says. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ProblemBody, retryAfter: number | undefined) {
    // Something in between may answer JSON of its own, whose fields are of any type.
    const title = textOf(body.title) ?? `HTTP ${status}`
    const detail = textOf(body.detail) ?? 'The answer was no problem of the service.'
    const errors = Array.isArray(body.errors) ? body.errors.filter(isFault) : []
    const [first] = errors
    super(`${status} ${title}: ${detail}${first ? ` (${first.pointer} ${first.detail})` : ''}`)
    // A newer service may have codes that this version has no name for.
    this.code = textOf(body.type)?.split('/').at(-1) as ProblemCode | undefined
    this.status = status
    this.title = title
    this.detail = detail
    this.errors = errors
    this.requestId = textOf(body.requestId)
    this.retryAfter = retryAfter
  }
}

type ProblemBody = Partial<Record<'type' | 'title' | 'detail' | 'requestId' | 'errors', unknown>>

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isFault(value: unknown): value is Fault {
  const { pointer, detail } = (value ?? {}) as Partial<Fault>
  return typeof pointer === 'string' && typeof detail === 'string'
}

/**
 * No answer came: the service was out of reach, the connection was lost, or the timeout passed.
 * `cause` has the reason.
 */
export class SluiceConnectionError extends Error {
  override readonly name = 'SluiceConnectionError'
}

/** What answered is not the service, for example a sign-in page of a network. No repeat mends that, so none is made. */
export class SluiceAnswerError extends Error {
  override readonly name = 'SluiceAnswerError'
  readonly status: number

  constructor(url: string, status: number, what: string) {
    super(`${new URL(url).origin} ${what}.`)
    this.status = status
  }
}

/** The problem in an unsuccessful response. */
export async function problemOf(response: Response): Promise<SluiceProblem> {
  const header = response.headers.get('retry-after')
  return new SluiceProblem(response.status, await bodyOf(response), parseRetryAfter(header))
}

async function bodyOf(response: Response): Promise<ProblemBody> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Retry-After (RFC 9110, 10.2.3) in seconds: it says seconds itself, or a date. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
