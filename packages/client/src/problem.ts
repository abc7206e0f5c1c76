import type { Fault, ProblemCode } from './contract.ts'

/** The service answered with an RFC 9457 problem. */
export class SluiceProblem extends Error {
  override readonly name = 'SluiceProblem'
  /** The problem's code, for programs; undefined if something between the client and the service answered. */
  readonly code: ProblemCode | undefined
  readonly status: number
  readonly title: string
  /** An explanation for people. */
  readonly detail: string
  /** The faults of an invalid input, each with a JSON pointer. */
  readonly errors: readonly Fault[]
  /** Quote it to support. */
  readonly requestId: string | undefined
  /** Seconds until a repeat makes sense, if the service names them. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ProblemBody, retryAfter: number | undefined) {
    // An intermediary may answer with JSON of its own, whose fields have any type.
    const title = textOf(body.title) ?? `HTTP ${status}`
    const detail = textOf(body.detail) ?? 'The response is from something other than the service.'
    const errors = Array.isArray(body.errors) ? body.errors.filter(isFault) : []
    const [first] = errors
    const heading = textOf(body.title) === undefined ? title : `${status} ${title}`
    super(`${heading}: ${detail}${first ? ` (${first.pointer} ${first.detail})` : ''}`)
    // A newer service may have codes that this version does not know.
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
 * No answer arrived: the service was unreachable, the connection was lost, or the timeout passed. `cause` has the
 * reason.
 */
export class SluiceConnectionError extends Error {
  override readonly name = 'SluiceConnectionError'
}

/** The answer is not from the service, for example from a captive portal. It is not retried, since that would not help. */
export class SluiceAnswerError extends Error {
  override readonly name = 'SluiceAnswerError'
  readonly status: number

  constructor(url: string, status: number, what: string) {
    super(`${new URL(url).origin} ${what}.`)
    this.status = status
  }
}

/** The problem of an unsuccessful response. */
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

/** Retry-After (RFC 9110, 10.2.3) in seconds, given as seconds or as a date. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
