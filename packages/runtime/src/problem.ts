import { type Fault, type ProblemCode, problems } from '@sluice/contract'
import { printable } from './printable.ts'

interface ProblemOptions {
  /** What the caller sees. Never a secret, never the inside of the service. */
  readonly detail: string
  /** Every fault of an invalid input. */
  readonly errors?: readonly Fault[]
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number
  /** What happened inside; for the logs alone. */
  readonly cause?: unknown
}

/** A refusal from the public table {@link problems}: the only kind of error that shells show to callers. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly errors: readonly Fault[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, options: ProblemOptions) {
    const detail = printable(options.detail)
    super(`${code}: ${detail}`, { cause: options.cause })
    this.code = code
    this.status = problems[code].status
    this.title = problems[code].title
    this.detail = detail
    this.errors = options.errors?.map((fault) => ({
      ...fault,
      detail: printable(fault.detail),
    }))
    this.retryAfter = options.retryAfter
  }
}

/** As many as a batch has entries. */
const LISTED_FAULTS = 1000

/** 400 with every fault of the input, or the first {@link LISTED_FAULTS} of very many. */
export function invalidRequest(faults: readonly Fault[]): Problem {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`
  const listed =
    faults.length > LISTED_FAULTS ? `errors has the first ${LISTED_FAULTS}` : 'see errors'
  return new Problem('invalid-request', {
    detail: `The request has ${count}; ${listed}.`,
    errors: faults.slice(0, LISTED_FAULTS),
  })
}

/** 404 for a resource that is missing or that the caller may not read: the two look the same. */
export function notFound(kind: string, id: string): Problem {
  return new Problem('not-found', {
    detail: `There is no ${kind} ${JSON.stringify(id.slice(0, 64))}, or this caller may not read it.`,
  })
}
