import { ExpiringKeys } from '../expiring-keys.ts'
import type { SeriesDays } from './series-days.ts'

/** An organization is left out after this many failures in a row, for so many milliseconds. */
const [MAX_FAILURES, BYPASS_MS] = [3, 300_000]
/** How long things are left out whose days could not be loaded: what is too dense stays so. */
const THING_BYPASS_MS = 1_800_000

/**
 * What is not loaded ahead or again for a while: things whose samples are too dense, and organizations for which the
 * store fails. So neither takes the time of others.
 */
export class LeftOut {
  readonly #organizations: ExpiringKeys<number>
  readonly #things: ExpiringKeys<string>
  /** Failures since a load succeeded, by organization. */
  readonly #failures = new Map<number, number>()

  constructor(monotonic: () => number) {
    this.#organizations = new ExpiringKeys(monotonic, BYPASS_MS)
    this.#things = new ExpiringKeys(monotonic, THING_BYPASS_MS)
  }

  has(organization: number, thing?: number): boolean {
    return this.#organizations.has(organization) || this.#things.has(`${organization} ${thing}`)
  }

  /** Notes how a load ended that is not divided any further. */
  note({ organization, things }: SeriesDays, isLoaded: boolean): void {
    const failures = isLoaded ? 0 : (this.#failures.get(organization) ?? 0) + 1
    if (!isLoaded) for (const thing of things) this.#things.add(`${organization} ${thing}`)
    if (failures === MAX_FAILURES) this.#organizations.add(organization)
    if (failures % MAX_FAILURES === 0) this.#failures.delete(organization)
    else this.#failures.set(organization, failures)
  }
}
