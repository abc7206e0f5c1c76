/**
 * Caches the things of sites and fleets, a list for each set of scopes. A change of any thing or place of an
 * organization drops all of its lists: finding out which are affected would take as long.
 */

/** The things of a place that an actor may read, ordered by id. */
export interface KnownPlace {
  /** The time zone of the place's buckets. */
  readonly timezone: string
  readonly things: readonly {
    readonly id: string
    readonly number: number
    readonly thingTypeId: string
  }[]
}

export interface KnownPlaces {
  /** The list of this name, from `load` if it is not cached. Rejects as `load` does. */
  find(organizationId: string, name: string, load: () => Promise<KnownPlace>): Promise<KnownPlace>
  forget(organizationId: string): void
  forgetAll(): void
  size(): number
}

const THING_BYTES = 100

interface Options {
  /** While false, nothing cached is valid. */
  readonly isCurrent: () => boolean
  /**
   * Things in all lists together, about 100 bytes each; the name of a list counts as so many. Beyond that, the
   * organization with the most drops its own.
   */
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
      // A change meanwhile has dropped the lists, so this one may be stale.
      if (organizations.get(organizationId) === lists && !lists.byName.has(name)) {
        lists.byName.set(name, place)
        weigh(lists, 1 + Math.floor(name.length / THING_BYTES) + place.things.length)
      }
      return place
    },
    forget,
    forgetAll,
    size: () => weight,
  }
}
