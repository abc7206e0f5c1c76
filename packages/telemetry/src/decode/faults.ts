import { type Fault, ingestLimits } from '@sluice/contract'
import { harmlessFault } from '@sluice/runtime'

/** The most characters of a caller's own text that a fault repeats. */
const MAX_ECHO = 256

/** The steps of a JSON pointer (RFC 6901). */
export type Path = readonly (string | number)[]

export interface FaultReport {
  readonly count: number
  /** Whether the input as a whole is unusable, so that no part of it may be stored. */
  readonly fatal: boolean
  /** The limit of a call that the input exceeds; it may be sent in several calls. */
  readonly exceeds: string | undefined
  /** The first faults; the last of them says how many more there are. */
  list(): Fault[]
}

/** Whether nothing of an input is accepted. With `skip`, its good parts are, unless it is unusable. */
export function isRefused(
  { count, fatal }: Pick<FaultReport, 'count' | 'fatal'>,
  onError: 'fail' | 'skip',
): boolean {
  return count > 0 && (fatal || onError === 'fail')
}

/** Collects the faults of one input: lists the first, counts the rest. */
export class Faults implements FaultReport {
  count = 0
  fatal = false
  exceeds: string | undefined
  readonly #listed: Fault[] = []
  readonly #whole: Faults | undefined

  /** Faults of a part are added to the `whole`, too; a part alone may be unusable. */
  constructor(whole?: Faults) {
    this.#whole = whole
  }

  /**
   * Adds a fault at `path`. A detail that is costly to format is given as a function: of a million faults in a body,
   * only a hundred are listed.
   */
  add(detail: string | (() => string), ...path: Path): void {
    this.count++
    this.#whole?.add(detail, ...path)
    if (this.#listed.length >= ingestLimits.faults) return
    const text = typeof detail === 'string' ? detail : detail()
    this.#listed.push({ pointer: pointerOf(path), detail: text })
  }

  /** Adds a fault that makes the whole input unusable. */
  refuse(detail: string, ...path: Path): void {
    this.fatal = true
    this.add(detail, ...path)
  }

  /** Adds a fault that the input exceeds a limit of a call, which makes it unusable. */
  exceed(detail: string, ...path: Path): void {
    this.exceeds ??= detail
    this.refuse(detail, ...path)
  }

  list(): Fault[] {
    const listed = this.#listed.map(harmlessFault)
    const last = listed.at(-1)
    const more = this.count - listed.length
    if (last === undefined || more === 0) return listed
    const noun = more === 1 ? 'fault' : 'faults'
    return [
      ...listed.slice(0, -1),
      { ...last, detail: `${last.detail} (and ${more} more ${noun})` },
    ]
  }
}

function pointerOf(path: Path): string {
  return path.map((step) => `/${escapeStep(String(step))}`).join('')
}

function escapeStep(step: string): string {
  return shorten(step).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Truncates a caller's text for use in an answer. */
export function shorten(text: string): string {
  return text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text
}

/** Truncates and quotes a name or word. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text)
}
