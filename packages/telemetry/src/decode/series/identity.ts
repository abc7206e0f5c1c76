import type { Mapping } from '../mapping/mapping.ts'

/** A label, and what is told of it: its value, and what kind of value that is. */
export type Trait = readonly [label: string, ...told: string[]]

/** Some traits, in no order. */
export type Traits = () => Iterable<Trait>

/** What tells a series from others. */
export interface Identity {
  readonly own: Traits
  /** Those of what it is part of, such as a resource: one function for all series of that. */
  readonly shared: readonly Traits[]
  /** Those of what made it, which no mapping has to know. */
  readonly scope?: Traits
}

/** Says of the series of a request which of them are the same, whatever the order in which their traits are given. */
export class Identities {
  readonly #mapping: Mapping
  /** Shared traits may be long: of each the number is part of an identity. */
  readonly #numbers = new Map<string, number>()
  readonly #known = new Map<Traits, number>()

  constructor(mapping: Mapping) {
    this.#mapping = mapping
  }

  /** The same text for series that differ in no label, or only in some that the mapping ignores. */
  of(identity: Identity): string {
    let numbers = ''
    for (const traits of aroundOf(identity)) numbers += `${this.#numberOf(traits)} `
    return numbers + this.#textOf(identity.own)
  }

  #numberOf(traits: Traits): number {
    const known = this.#known.get(traits)
    if (known !== undefined) return known
    const text = this.#textOf(traits)
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(traits, number)
    return number
  }

  #textOf(traits: Traits): string {
    const texts: string[] = []
    for (const trait of traits()) {
      if (this.#mapping.tells(trait[0])) texts.push(JSON.stringify(trait))
    }
    return texts.sort().join()
  }
}

function aroundOf({ shared, scope }: Identity): readonly Traits[] {
  return scope ? [...shared, scope] : shared
}

/** The labels of a series, each once, but for those of its scope. */
export function labelsOf({ own, shared }: Identity): Set<string> {
  const labels = new Set<string>()
  for (const traits of [own, ...shared]) for (const [label] of traits()) labels.add(label)
  return labels
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
