import type { Act, Claim, Value } from './act.ts'

/** Claims of a register that a report may show. */
const REMEMBERED = 8

/** What an answer tells of acts whose outcome was not known. */
export interface Learned {
  readonly tookEffect: Act | undefined
  readonly didNothing: readonly Act[]
}

/**
 * What may be known of one sample: a thing's metric at one time. `held` is what was acknowledged last. Each of `maybes` may have
 * taken effect instead: calls without an answer, and calls that were under way at once.
 */
export class Register {
  held: Claim | undefined
  maybes: Claim[] = []
  readonly past: Claim[] = []

  get value(): Value | undefined {
    return this.held?.value
  }

  /** Whether it may hold one of several values. */
  get isUnsure(): boolean {
    return this.maybes.some(({ value }) => !Object.is(value, this.value))
  }

  /** Takes in an act that claims a value. */
  take(claim: Claim): void {
    const { act } = claim
    this.past.push(claim)
    if (this.past.length > REMEMBERED) this.past.shift()
    if (act.outcome === 'unknown') {
      // Acts that are over and claimed what is held change nothing any more.
      if (!this.isUnsure) this.maybes = this.maybes.filter((maybe) => !maybe.act.isOver)
      this.maybes.push(claim)
      return
    }
    const stay = this.maybes.filter((maybe) => !maybe.act.isOver || maybe.act.burst === act.burst)
    if (this.held?.act.burst === act.burst) stay.push(this.held)
    this.maybes = stay
    this.held = claim
  }

  /** Whether an answer may show this value. */
  allows(value: Value | undefined): boolean {
    return [this.held, ...this.maybes].some((claim) => Object.is(claim?.value, value))
  }

  /**
   * Takes in that an answer showed a value that it allows: what is over and was not shown never took effect, or was the
   * earlier one.
   */
  pin(value: Value | undefined): Learned {
    if (!Object.is(this.value, value)) {
      const shown = this.maybes.filter((maybe) => Object.is(maybe.value, value))
      const last = shown.at(-1)
      if (last) {
        this.#hold(last)
        this.maybes = this.maybes.filter(({ act }) => !act.isOver)
      }
      return { tookEffect: shown.length === 1 ? last?.act : undefined, didNothing: [] }
    }
    const over = this.maybes.filter(({ act }) => act.isOver)
    // Another act with this value may hide one that took effect before it.
    const isHidden = this.maybes.some((maybe) => Object.is(maybe.value, value))
    this.maybes = this.maybes.filter(({ act }) => !act.isOver)
    const didNothing = isHidden ? [] : over.filter(({ act }) => this.#precedes(act))
    return { tookEffect: undefined, didNothing: didNothing.map(({ act }) => act) }
  }

  /** Takes in that an act took effect, unless what was acknowledged since may be later. Other acts may have come after it. */
  commit(act: Act): void {
    const claim = this.maybes.findLast((maybe) => maybe.act === act)
    if (claim && this.#precedes(act)) this.#hold(claim)
  }

  /** Takes in that an act did nothing. */
  drop(act: Act): void {
    this.maybes = this.maybes.filter((maybe) => maybe.act !== act)
  }

  #precedes(act: Act): boolean {
    return (
      this.held === undefined || (this.held.act.id < act.id && this.held.act.burst !== act.burst)
    )
  }

  #hold(claim: Claim): void {
    this.maybes = this.maybes.filter((maybe) => maybe !== claim)
    this.held = claim
  }
}
