/**
 * Caches things, thing types and members of places, so that ingestion and queries need not read Postgres. Entries are
 * valid only while the change feed is current; then they are at most TRUST_MS behind the database. Changes by this node
 * are invalidated at once, so that callers see their own changes.
 */
import type { MappingProtocol } from '@sluice/contract'
import type { ChangeFeed } from '../changes/index.ts'
import { inBatches, type LoadMany } from './in-batches.ts'
import type { KnownThing, KnownType } from './known-thing.ts'
import type { KnownMapping, MappingDefaults } from './mappings.ts'
import { remember } from './memory.ts'
import { type KnownPlaces, rememberPlaces } from './places.ts'

export interface KnownThings {
  /** A thing of an organization, current or nearly so; null if there is none. */
  thing(organizationId: string, id: string): KnownThing | null | Promise<KnownThing | null>
  type(organizationId: string, id: string): KnownType | null | Promise<KnownType | null>
  /** The things of a site or fleet; see {@link KnownPlaces.find}. */
  readonly place: KnownPlaces['find']
  mapping(organizationId: string, id: string): KnownMapping | null | Promise<KnownMapping | null>
  /** The organization's default mapping for a protocol; null without one. */
  defaultMapping(organizationId: string, protocol: MappingProtocol): Promise<KnownMapping | null>
  /** Invalidates a thing, and the contents of its organization's places. */
  forgetThing(organizationId: string, id: string): void
  /** Invalidates a site's things, and the contents of its organization's places. */
  forgetSite(organizationId: string, id: string): void
  /** Invalidates the contents of an organization's places. */
  forgetPlaces(organizationId: string): void
  /** Invalidates an organization's types. */
  forgetTypes(organizationId: string): void
  /** Invalidates all things, types and places of an organization. */
  forgetOrganization(organizationId: string): void
  forgetMappings(organizationId: string): void
  /** `members` counts things in the lists of places. */
  size(): { things: number; types: number; members: number }
}

export interface ThingCacheOptions {
  readonly loadThings: LoadMany<KnownThing>
  readonly loadType: (organizationId: string, id: string) => Promise<KnownType | null>
  readonly loadMapping: (organizationId: string, id: string) => Promise<KnownMapping | null>
  readonly loadDefaults: (organizationId: string) => Promise<MappingDefaults>
  readonly feed: Pick<ChangeFeed, 'isCurrent' | 'subscribe'>
  readonly maxThings?: number
  /** For all things together. */
  readonly maxThingBytes?: number
  readonly maxTypes?: number
  /** For all types together. */
  readonly maxTypeBytes?: number
  readonly maxMappings?: number
  /** For all mappings together. */
  readonly maxMappingBytes?: number
  /** In all places together, about 100 bytes each. */
  readonly maxMembers?: number
}

const MEBIBYTE = 1024 * 1024

export function cacheThings(options: ThingCacheOptions): KnownThings {
  const { loadThings, loadType, feed, maxThings = 200_000, maxTypes = 2_000 } = options
  const { maxThingBytes = 160 * MEBIBYTE, maxTypeBytes = 128 * MEBIBYTE } = options
  const { maxMappings = 1_000, maxMappingBytes = 32 * MEBIBYTE } = options
  const { maxMembers = 500_000, loadMapping, loadDefaults } = options
  const { isCurrent } = feed
  const groupsOf = (key: string) => [split(key).organizationId]
  const things = remember({
    ...{ load: apart(inBatches(loadThings)), isCurrent, max: maxThings },
    bytes: { max: maxThingBytes, of: thingBytes },
    groupsOf(key, { siteId }) {
      const { organizationId } = split(key)
      return siteId === null ? [organizationId] : [organizationId, joined(organizationId, siteId)]
    },
  })
  const types = remember({
    ...{ load: apart(loadType), isCurrent, groupsOf, max: maxTypes },
    bytes: { max: maxTypeBytes, of: typeBytes },
  })
  const mappings = remember({
    ...{ load: apart(loadMapping), isCurrent, groupsOf, max: maxMappings },
    bytes: { max: maxMappingBytes, of: mappingBytes },
  })
  const defaults = remember({
    ...{ load: loadDefaults, isCurrent, groupsOf: (organizationId: string) => [organizationId] },
    max: 10_000,
  })
  const places = rememberPlaces({ isCurrent, maxThings: maxMembers })

  function forgetMappings(organizationId: string) {
    mappings.forgetGroup(organizationId)
    defaults.forget(organizationId)
  }

  function forgetAllMappings() {
    mappings.forgetAll()
    defaults.forgetAll()
  }

  feed.subscribe({
    missed() {
      things.forgetAll()
      types.forgetAll()
      forgetAllMappings()
      places.forgetAll()
    },
    changed(table, row) {
      if (table === 'things' || table === 'sites' || table === 'places') {
        if (row === undefined) places.forgetAll()
        else places.forget(split(row).organizationId)
      }
      switch (table) {
        case 'things':
          return row === undefined ? things.forgetAll() : things.forget(row)
        case 'sites':
          return row === undefined ? things.forgetAll() : things.forgetGroup(row)
        case 'thing_types':
          return row === undefined ? types.forgetAll() : types.forget(row)
        case 'mappings':
          return row === undefined ? forgetAllMappings() : forgetMappings(split(row).organizationId)
        case 'metric_definitions':
        case 'metric_keys':
          return row === undefined
            ? types.forgetAll()
            : types.forgetGroup(split(row).organizationId)
        case 'organizations':
          return row === undefined ? types.forgetAll() : types.forgetGroup(row)
      }
    },
  })

  const [thingName, typeName] = [namer(), namer()]
  return {
    thing: (organizationId, id) => things.find(thingName(organizationId, id)),
    type: (organizationId, id) => types.find(typeName(organizationId, id)),
    mapping: (organizationId, id) => mappings.find(joined(organizationId, id)),
    async defaultMapping(organizationId, protocol) {
      const id = (await defaults.find(organizationId))?.[protocol]
      if (id === undefined) return null
      const known = await mappings.find(joined(organizationId, id))
      if (known) return known
      // It was deleted, so another may have become the default before.
      defaults.forget(organizationId)
      const next = (await defaults.find(organizationId))?.[protocol]
      return next === undefined ? null : mappings.find(joined(organizationId, next))
    },
    forgetMappings,
    place: places.find,
    forgetThing(organizationId, id) {
      things.forget(joined(organizationId, id))
      places.forget(organizationId)
    },
    forgetSite(organizationId, id) {
      things.forgetGroup(joined(organizationId, id))
      places.forget(organizationId)
    },
    forgetPlaces: places.forget,
    forgetTypes: types.forgetGroup,
    forgetOrganization(organizationId) {
      things.forgetGroup(organizationId)
      types.forgetGroup(organizationId)
      places.forget(organizationId)
    },
    size: () => ({ things: things.size(), types: types.size(), members: places.size() }),
  }
}

/** The name that the triggers in prisma/migrations give a row. Ids of things, types and sites have no slashes. */
function joined(organizationId: string, id: string): string {
  return `${organizationId}/${id}`
}

/**
 * {@link joined}, caching the last name: a request looks up its thing more than once, and many in a row have the same
 * type.
 */
function namer(): typeof joined {
  let last = { organizationId: '', id: '', name: '/' }
  return (organizationId, id) => {
    if (last.id !== id || last.organizationId !== organizationId)
      last = { organizationId, id, name: joined(organizationId, id) }
    return last.name
  }
}

function split(key: string) {
  const at = key.lastIndexOf('/')
  return { organizationId: key.slice(0, at), id: key.slice(at + 1) }
}

function apart<Row>(load: (organizationId: string, id: string) => Promise<Row>) {
  return (key: string) => {
    const { organizationId, id } = split(key)
    return load(organizationId, id)
  }
}

/** Approximate: about 700 bytes for most, 34 kB for a thing in a hundred fleets with long ids. */
function thingBytes({ paths }: KnownThing): number {
  return paths.reduce((bytes, path) => bytes + 120 + path.length, 500)
}

/** Approximate, with the compiled rules. Metrics of one definition share its texts. */
function typeBytes({ metrics }: KnownType): number {
  const texts = new Set(metrics.map(({ enumValues }) => enumValues))
  let bytes = 1_000 + 600 * metrics.length
  for (const text of [...texts].flat()) bytes += 100 + 2 * text.length
  return bytes
}

/** Approximate, with the compiled rules: about 4 kB for most, 1 MB for the largest. */
function mappingBytes({ compiled }: KnownMapping): number {
  return 2_000 + 4 * JSON.stringify(compiled.rules).length
}
