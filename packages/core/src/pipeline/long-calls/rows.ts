import type { ActorName } from '@sluice/contract'

/** Bytes from which on parsing and validating a body takes milliseconds. */
export const LONG_BODY = 16 * 1024

/**
 * Rows whose long calls run on the thread: their handlers need only Postgres, and their bodies may have thousands of
 * objects.
 */
export const threadRows: ReadonlySet<string> = new Set<ActorName>([
  'things.batch',
  'things.change',
  'things.create',
  'things.update',
  'sites.create',
  'sites.update',
  'fleets.create',
  'fleets.update',
  'fleets.changeMembers',
  'thingTypes.create',
  'thingTypes.update',
  'metricDefinitions.create',
  'metricDefinitions.update',
  'templates.create',
  'templates.update',
  'templates.apply',
  'integrations.create',
  'integrations.update',
])

/** Rows whose shortest call may read or change thousands of records. */
const longAnyway: ReadonlySet<string> = new Set<ActorName>([
  'templates.apply',
  'templates.drift',
  'things.change',
])

/** Rows that read a whole thing for every few bytes of their bodies, and the bytes from which on these are many things. */
const readingMany: ReadonlySet<string> = new Set<ActorName>([
  'things.batch',
  'fleets.changeMembers',
])
const MANY_IDS = 1024

/** Bytes from which on a body is left unparsed for the thread; infinity for rows that never run there. */
export function threadBytes(name: string): number {
  if (!threadRows.has(name)) return Number.POSITIVE_INFINITY
  if (longAnyway.has(name)) return 0
  return readingMany.has(name) ? MANY_IDS : LONG_BODY
}

/** Lists that need only Postgres, whose pages may be long. */
const threadLists: ReadonlySet<string> = new Set<ActorName>([
  'audit.list',
  'things.list',
  'sites.list',
  'fleets.list',
  'thingTypes.list',
  'metricDefinitions.list',
  'templates.list',
  'templates.applications',
  'integrations.list',
  'integrations.deliveries',
])

/** Lists whose pages may take megabytes: these, and those that need more than Postgres. */
export const largeLists: ReadonlySet<string> = new Set<string>([
  ...threadLists,
  'keys.list' satisfies ActorName,
  'mappings.list' satisfies ActorName,
])

/** Pages of at least this many items are read on the thread. */
const LONG_PAGE = 100

/** Whether a call without a body asks for what takes milliseconds to build. */
export function isLongWithoutBody(name: string, query: unknown): boolean {
  if (longAnyway.has(name)) return true
  if (!threadLists.has(name)) return false
  return Number((query as { limit?: unknown } | undefined)?.limit) > LONG_PAGE
}
