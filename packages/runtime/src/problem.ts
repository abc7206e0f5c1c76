import {
  type Fault,
  keyIdWithSecret,
  maskKeySecrets,
  type ProblemCode,
  problems,
} from '@sluice/contract'
import { knownAcrossBundles } from './known-across-bundles.ts'
import { printable } from './printable.ts'

interface ProblemOptions {
  /** Shown to the caller. Never contains a secret or internals of the service. */
  readonly detail: string
  /** Every fault of an invalid input. */
  readonly errors?: readonly Fault[]
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number
  /** The internal cause, only for logs. */
  readonly cause?: unknown
}

/** A text that may quote a caller, without secrets of keys and without characters that affect a terminal. */
function harmless(text: string): string {
  return printable(maskKeySecrets(text))
}

/** The most characters of a pointer and of a detail. A pointer quotes names, which may be as long as a body. */
const LONGEST = { pointer: 1024, detail: 4096 }
/** More characters than a key string has. */
const LONGEST_KEY = 100

/** Cuts a text before any word at its end that may be part of a key string, which could no longer be recognized. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  let end = most
  // An expression would be tried at every character of the text.
  while (end > most - LONGEST_KEY && /\w/.test(text.charAt(end - 1))) end -= 1
  return `${text.slice(0, end)}…`
}

/** A fault that may be shown and stored: what it quotes of the caller is short, and {@link harmless}. */
export function harmlessFault(fault: Fault): Fault {
  const pointer = maskKeySecrets(cut(fault.pointer, LONGEST.pointer))
  return { ...fault, pointer, detail: harmless(cut(fault.detail, LONGEST.detail)) }
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
    const detail = harmless(options.detail)
    super(`${code}: ${detail}`, { cause: options.cause })
    this.code = code
    this.status = problems[code].status
    this.title = problems[code].title
    this.detail = detail
    this.errors = options.errors?.map(harmlessFault)
    this.retryAfter = options.retryAfter
  }
}
knownAcrossBundles(Problem, 'Problem')

/** As many as a batch has entries. */
export const LISTED_FAULTS = 1000

/** 400 with every fault of the input, or the first {@link LISTED_FAULTS} if there are more. */
export function invalidRequest(faults: readonly Fault[]): Problem {
  const more = faults.length > LISTED_FAULTS
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`
  const all = more ? `more than ${LISTED_FAULTS} faults` : count
  const listed = more ? `errors has the first ${LISTED_FAULTS}` : 'see errors'
  return new Problem('invalid-request', {
    detail: `The request has ${all}; ${listed}.`,
    errors: faults.slice(0, LISTED_FAULTS),
  })
}

/** 404 for a resource that is missing or that the caller may not read: the two look the same. */
export function notFound(kind: string, id: string): Problem {
  const shown = JSON.stringify(maskKeySecrets(id).slice(0, 64))
  const keyId = keyIdWithSecret(id)
  const hint =
    keyId === undefined ? '' : ` That is a key string, a secret: name the key by its id, ${keyId}.`
  return new Problem('not-found', {
    detail: `There is no ${kind} ${shown}, or this caller may not read it.${hint}`,
  })
}
