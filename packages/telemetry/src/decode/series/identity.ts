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
}

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
    for (const traits of identity.shared) numbers += `${this.#numberOf(traits, RESOURCE)} `
    if (identity.scope) numbers += `${this.#numberOf(identity.scope)} `
    return numbers + this.#textOf(identity.own)
  }

  #numberOf(traits: Traits, prefix?: string): number {
    const known = this.#known.get(traits)
    if (known !== undefined) return known
    const text = this.#textOf(traits, prefix)
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(traits, number)
    return number
  }

  /** @param prefix before the other names of its labels. */
  #textOf(traits: Traits, prefix = ''): string {
    const texts: string[] = []
    for (const trait of traits()) {
      const [label] = trait
      if (this.#mapping.tells(label) && this.#mapping.tells(prefix + label))
        texts.push(JSON.stringify(trait))
    }
    return texts.sort().join()
  }
}

function aroundOf({ shared, scope }: Identity): readonly Traits[] {
  return scope ? [...shared, scope] : shared
}

/** The labels in which identities differ. */
export function differingLabels(identities: readonly Identity[]): string[] {
  const all = identities.map(traitsByLabel)
  const labels = new Set(all.flatMap((traits) => [...traits.keys()]))
  return [...labels].filter((label) => new Set(all.map((traits) => traits.get(label))).size > 1)
}

function traitsByLabel(identity: Identity): Map<string, string> {
  const told = [identity.own, ...aroundOf(identity)].flatMap((traits, place) => {
    return Array.from(
      traits(),
      ([label, ...rest]) => [label, JSON.stringify([place, rest])] as const,
    )
  })
  const byLabel = Map.groupBy(told.toSorted(), ([label]) => label)
  return new Map(Array.from(byLabel, ([label, some]) => [label, some.join()]))
}
