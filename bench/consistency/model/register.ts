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

  /** Takes in an act that claims a value. */
  take(claim: Claim): void {
    const { act } = claim
    this.past.push(claim)
    if (this.past.length > REMEMBERED) this.past.shift()
    if (act.outcome === 'unknown') {
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
      if (last) this.#hold(last)
      return { tookEffect: shown.length === 1 ? last?.act : undefined, didNothing: [] }
    }
    const over = this.maybes.filter(({ act }) => act.isOver)
    this.maybes = this.maybes.filter(({ act }) => !act.isOver)
    const didNothing = over.filter(
      (maybe) => !Object.is(maybe.value, value) && this.#precedes(maybe.act),
    )
    return { tookEffect: undefined, didNothing: didNothing.map(({ act }) => act) }
  }

  /** Takes in that an act took effect, unless what was acknowledged since may be later. */
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
    this.maybes = this.maybes.filter((maybe) => maybe !== claim && !maybe.act.isOver)
    this.held = claim
  }
}
