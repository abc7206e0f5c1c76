/** Samples of one thing in one hour, or of {@link NO_THING}. */
export interface SampleSum {
  readonly organization: number
  readonly thing: number
  /** Hours since the epoch. */
  readonly hour: number
  samples: number
}

/** In place of a thing, whose numbers begin at 1: samples whose things had no room. */
export const NO_THING = 0

/** Rows evicted from the largest organization at a time: finding it costs more than evicting one. */
const EVICTED_AT_ONCE = 100

interface Counted {
  /** By thing and hour. */
  readonly sums: SampleSum[]
  /** The latest of each thing. */
  readonly latest: Map<number, SampleSum>
  /** By hour: samples whose things had no room, and all samples. */
  readonly rest: Map<number, SampleSum>
  readonly hours: Map<number, SampleSum>
}

/**
 * Sums of samples by thing and hour, in at most `capacity` rows. While there is room, an organization may use all of
 * it. When there is none, an organization with less than an equal share takes rows from the one with the most. Samples
 * without room are counted for the organization without their thing, so its total is right.
 */
export class SampleSums {
  readonly #capacity: number
  readonly #organizations = new Map<number, Counted>()
  #rows = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get isEmpty(): boolean {
    return this.#organizations.size === 0
  }

  count(organization: number, thing: number, hour: number, samples: number): void {
    const own = this.#of(organization)
    add(own.hours, { organization, thing: NO_THING, hour, samples })
    const sum = own.latest.get(thing)
    if (sum?.hour === hour) sum.samples += samples
    else if (this.#hasRoom(own)) this.#begin(own, { organization, thing, hour, samples })
    else add(own.rest, { organization, thing: NO_THING, hour, samples })
  }

  /** By thing and hour, including what had no room. */
  *byThing(): Generator<SampleSum, void> {
    for (const { sums, rest } of this.#organizations.values()) {
      yield* sums
      yield* rest.values()
    }
  }

  /** All samples by organization and hour. */
  *byHour(): Generator<SampleSum, void> {
    for (const { hours } of this.#organizations.values()) yield* hours.values()
  }

  #of(organization: number): Counted {
    const known = this.#organizations.get(organization)
    if (known) return known
    const begun = { sums: [], latest: new Map(), rest: new Map(), hours: new Map() }
    this.#organizations.set(organization, begun)
    return begun
  }

  #begin(own: Counted, sum: SampleSum): void {
    own.sums.push(sum)
    own.latest.set(sum.thing, sum)
    this.#rows += 1
  }

  #hasRoom(own: Counted): boolean {
    if (this.#rows < this.#capacity) return true
    const share = Math.floor(this.#capacity / this.#organizations.size)
    if (own.sums.length >= share) return false
    // If all room is taken and this organization is below its share, another is above.
    this.#shrink(this.#largest(own), share)
    return true
  }

  #largest(own: Counted): Counted {
    let largest = own
    for (const each of this.#organizations.values()) {
      if (each.sums.length > largest.sums.length) largest = each
    }
    return largest
  }

  /** Evicts its latest rows, down to its share. */
  #shrink({ sums, latest, rest }: Counted, share: number): void {
    for (const sum of sums.splice(Math.max(share, sums.length - EVICTED_AT_ONCE))) {
      if (latest.get(sum.thing) === sum) latest.delete(sum.thing)
      add(rest, { ...sum, thing: NO_THING })
      this.#rows -= 1
    }
  }
}

function add(sums: Map<number, SampleSum>, more: SampleSum): void {
  const sum = sums.get(more.hour)
  if (sum) sum.samples += more.samples
  else sums.set(more.hour, more)
}
