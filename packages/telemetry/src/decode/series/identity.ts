import type { Mapping } from '../mapping/mapping.ts'

/** Before the key of a shared label, where another hides it. */
export const RESOURCE = 'resource.'

/** A label and what identifies its value: the value, and its type. */
export type Trait = readonly [label: string, ...told: string[]]

/** In no particular order. */
export type Traits = () => Iterable<Trait>

/** What distinguishes a series from others. */
export interface Identity {
  readonly own: Traits
  /** Traits of what it belongs to, such as a resource. All series of that share one function. */
  readonly shared: readonly Traits[]
  /** Traits of the scope that made it, which mappings need not cover. */
  readonly scope?: Traits
  /** Other names by which own labels can be ignored. */
  readonly plainNames?: ReadonlyMap<string, string>
}

type OtherName = (label: string) => string | undefined

const ofShared: OtherName = (label) => RESOURCE + label

/** Tells which series of a request are the same, whatever the order of their traits. */
export class Identities {
  readonly #mapping: Mapping
  /** Shared traits may be long, so identities contain a number for each distinct set. */
  readonly #numbers = new Map<string, number>()
  readonly #known = new Map<Traits, number>()

  constructor(mapping: Mapping) {
    this.#mapping = mapping
  }

  /** The same text for series whose labels are equal, but for those that the mapping ignores. */
  of(identity: Identity): string {
    let numbers = ''
    for (const traits of identity.shared) numbers += `${this.#numberOf(traits, ofShared)} `
    if (identity.scope) numbers += `${this.#numberOf(identity.scope)} `
    return numbers + textOf(this.#ownOf(identity))
  }

  /** The labels in which series differ, but for those that the mapping ignores. */
  differing(identities: readonly Identity[]): string[] {
    const all = identities.map((identity) => this.#byLabel(identity))
    const labels = new Set(all.flatMap((traits) => [...traits.keys()]))
    return [...labels].filter((label) => new Set(all.map((traits) => traits.get(label))).size > 1)
  }

  #numberOf(traits: Traits, otherName?: OtherName): number {
    const known = this.#known.get(traits)
    if (known !== undefined) return known
    const text = textOf(this.#told(traits, otherName))
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(traits, number)
    return number
  }

  #byLabel(identity: Identity): Map<string, string> {
    const own = new Set(Array.from(identity.own(), ([label]) => label))
    const shared = identity.shared.map((traits) =>
      this.#told(traits, ofShared).map(([label, ...rest]): Trait => {
        return [own.has(label) ? RESOURCE + label : label, ...rest]
      }),
    )
    const scope = identity.scope ? [this.#told(identity.scope)] : []
    const told = [this.#ownOf(identity), ...shared, ...scope].flatMap((traits, place) => {
      return traits.map(([label, ...rest]) => [label, JSON.stringify([place, rest])] as const)
    })
    const byLabel = Map.groupBy(told.toSorted(), ([label]) => label)
    return new Map(Array.from(byLabel, ([label, some]) => [label, some.join()]))
  }

  #ownOf({ own, plainNames }: Identity): Trait[] {
    return this.#told(own, (label) => plainNames?.get(label))
  }

  #told(traits: Traits, otherName?: OtherName): Trait[] {
    return Array.from(traits()).filter(([label]) => this.#mapping.tells(label, otherName?.(label)))
  }
}

function textOf(traits: readonly Trait[]): string {
  return traits
    .map((trait) => JSON.stringify(trait))
    .sort()
    .join()
}
