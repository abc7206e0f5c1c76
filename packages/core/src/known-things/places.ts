/**
 * The things of sites and fleets that this node remembers, each list as far as some scopes reach. A change of any
 * thing or place of an organization drops all of its lists: which ones it touches would take as long to find out.
 */

/** The things of a place that some actor may read, in the order of their ids. */
export interface KnownPlace {
  /** Zone of the place's buckets. */
  readonly timezone: string
  readonly things: readonly {
    readonly id: string
    readonly number: number
    readonly thingTypeId: string
  }[]
}

export interface KnownPlaces {
  /** A list by its name; what `load` answers where it is not remembered. Rejects as `load` does. */
  find(organizationId: string, name: string, load: () => Promise<KnownPlace>): Promise<KnownPlace>
  forget(organizationId: string): void
  forgetAll(): void
  size(): number
}

interface Options {
  /** While false nothing remembered counts. */
  readonly isCurrent: () => boolean
  /** Things of all lists together, about 100 bytes each. Beyond that the organization that has most forgets its own. */
  readonly maxThings: number
}

interface Lists {
  readonly byName: Map<string, KnownPlace>
  weight: number
}

export function rememberPlaces({ isCurrent, maxThings }: Options): KnownPlaces {
  const organizations = new Map<string, Lists>()
  let weight = 0

  function listsOf(organizationId: string): Lists {
    const known = organizations.get(organizationId)
    if (known) return known
    const lists = { byName: new Map(), weight: 0 }
    organizations.set(organizationId, lists)
    weigh(lists, 1)
    return lists
  }

  function weigh(lists: Lists, more: number) {
    lists.weight += more
    weight += more
    while (weight > maxThings) forget(heaviest())
  }

  function heaviest(): string {
    let [most, heaviest] = [0, '']
    for (const [id, lists] of organizations) {
      if (lists.weight > most) [most, heaviest] = [lists.weight, id]
    }
    return heaviest
  }

  function forget(organizationId: string) {
    weight -= organizations.get(organizationId)?.weight ?? 0
    organizations.delete(organizationId)
  }

  function forgetAll() {
    organizations.clear()
    weight = 0
  }

  return {
    async find(organizationId, name, load) {
      if (!isCurrent()) return load()
      const lists = listsOf(organizationId)
      const known = lists.byName.get(name)
      if (known) return known
      const place = await load()
      // What changed meanwhile has taken the lists away, so this one may be of before.
      if (organizations.get(organizationId) === lists && !lists.byName.has(name)) {
        lists.byName.set(name, place)
        weigh(lists, 1 + place.things.length)
      }
      return place
    },
    forget,
    forgetAll,
    size: () => weight,
  }
}
