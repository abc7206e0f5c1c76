import { type Fault, ingestLimits } from '@sluice/contract'
import { harmlessFault } from '@sluice/runtime'

/** Longest piece of a caller's own text that a fault repeats. */
const ECHO = 256

/** The steps of a JSON pointer (RFC 6901). */
export type Path = readonly (string | number)[]

/** What is wrong with an input. */
export interface FaultReport {
  readonly count: number
  /** True once the input as a whole is unusable, so that no part of it may be stored. */
  readonly fatal: boolean
  /** The bound of a call that it exceeds: its parts may be sent in several. */
  readonly exceeds: string | undefined
  /** The first faults; the last of them says how many more there are. */
  list(): Fault[]
}

/** Whether nothing of an input is taken. `skip`: its good parts are, unless it is unusable. */
export function isRefused(
  { count, fatal }: Pick<FaultReport, 'count' | 'fatal'>,
  onError: 'fail' | 'skip',
): boolean {
  return count > 0 && (fatal || onError === 'fail')
}

/** Gathers the faults of one input: lists the first, counts the rest. */
export class Faults implements FaultReport {
  count = 0
  fatal = false
  exceeds: string | undefined
  readonly #listed: Fault[] = []
  readonly #whole: Faults | undefined

  /** Those of a part of an input are listed by the `whole`, too; a part may be unusable alone. */
  constructor(whole?: Faults) {
    this.#whole = whole
  }

  /**
   * One bad part, at `path`. A detail that takes work to write is given as
   * a function: a body may hold a million faults of which a hundred are listed.
   */
  add(detail: string | (() => string), ...path: Path): void {
    this.count++
    this.#whole?.add(detail, ...path)
    if (this.#listed.length >= ingestLimits.faults) return
    const text = typeof detail === 'string' ? detail : detail()
    this.#listed.push({ pointer: pointerOf(path), detail: text })
  }

  /** A fault of the input as a whole. */
  refuse(detail: string, ...path: Path): void {
    this.fatal = true
    this.add(detail, ...path)
  }

  /** A fault of the input as a whole, which is more than one call may hold. */
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

/** A caller's text as far as an answer repeats it. */
export function shorten(text: string): string {
  return text.length > ECHO ? `${text.slice(0, ECHO)}…` : text
}

/** The same of a name or a word, in quotes. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text)
}
