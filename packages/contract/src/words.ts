/**
 * Words and bounds of the contract that need no schema. A separate module, so that a page that lists statuses need not
 * load zod.
 */

/** The lifecycle of a thing. People set it. A retired one takes no data. */
export const thingStatuses = ['Active', 'Inactive', 'Retired'] as const

/** How recent a thing's data is, for what its type expects. */
export const thingFreshnesses = ['fresh', 'late', 'silent', 'never'] as const

/** Most things that one call changes. */
export const thingChangeLimit = 1000

/** `Pending`: an attempt is due. `Succeeded`: the receiver responded 2xx. `Failed`: no attempts are left. */
export const deliveryStatuses = ['Pending', 'Succeeded', 'Failed'] as const

/** The event types that an integration can subscribe to. */
export const eventTypes = [
  'thing.created',
  'thing.updated',
  'thing.deleted',
  'thing.online',
  'thing.stale',
  'metric.breached',
  'metric.cleared',
  'key.created',
  'key.revoked',
  'key.expired',
  'limit.exhausted',
  'quota.reached',
] as const

/** Percent of a storage quota: the organization is told when that much of it is used. */
export const quotaPercents = { nearlyFull: 80, full: 100 } as const

/**
 * Key types (spec section 5.2): `External` is shared with other parties, `Admin` stays in the
 * organization.
 */
export const keyTypes = ['External', 'Admin'] as const

/** Key statuses (spec section 3). `Expired` follows from `expiresAt`; nobody sets it. */
export const keyStatuses = ['Active', 'Expired', 'Revoked'] as const

/** Reasons to look at a key, the most urgent first. */
export const keyHealths = ['leaked', 'expiring', 'refused', 'stale', 'unused'] as const

/** When a key counts as expiring, stale or often refused. */
export const keyHealthLimits = {
  /** An active key is reminded of this many days before it expires. */
  expiringDays: 30,
  staleDays: 90,
  /** A tenth of the calls refused counts as often, if there are enough calls for a ratio. */
  refusedRatio: 0.1,
  refusedOfCalls: 10,
} as const

/** operator: a person who runs the service; system: the service itself. */
export const actorTypes = ['key', 'user', 'operator', 'system'] as const

/** How a call ended: `ok` below 400, `refused` 400 to 499, `failed` 500 and above. */
export const callOutcomes = ['ok', 'refused', 'failed'] as const

/** Bounds of usage queries. `days` is also how long the request log keeps calls. */
export const usageLimits = {
  days: 90,
  overviewDays: 14,
  overviewKeys: 100,
  named: 100,
  hours: 24,
} as const

/** Sort orders of lists: a field, ascending; with a minus, descending. */
export const listSorts = [
  'id',
  '-id',
  'name',
  '-name',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const

/** Sort orders of things. Things that have never sent data come last. */
export const thingSorts = [...listSorts, 'lastSeenAt', '-lastSeenAt'] as const

/** Sort orders of keys. Keys that were never used, or never expire, come last. */
export const keySorts = [
  ...listSorts,
  'lastUsedAt',
  '-lastUsedAt',
  'expiresAt',
  '-expiresAt',
] as const

/** Types of a metric's values. `integer` is a number without a fraction. */
export const valueTypes = ['number', 'integer', 'boolean', 'string'] as const

/** Aggregates of a bucket. `rate` is per second; `twa` is the time-weighted average. */
export const aggregates = [
  ...(['avg', 'min', 'max', 'sum', 'count', 'first', 'last', 'stddev'] as const),
  ...(['p50', 'p90', 'p95', 'p99', 'delta', 'rate', 'twa'] as const),
] as const

/** The protocols that a mapping can be for. */
export const mappingProtocols = ['influx', 'prometheus', 'otlp'] as const

/** The default expressions for things and metrics. */
export const plainExpressions = {
  influx: { thing: 'thing,host', metric: '{field}' },
  prometheus: { thing: 'thing,host,instance', metric: '{__name__}' },
  otlp: { thing: 'thing,host.name,service.instance.id', metric: '{name}' },
} as const satisfies Record<(typeof mappingProtocols)[number], object>

/** Bounds of a dry run. */
export const mappingTrialLimits = { characters: 65_536, samples: 200 } as const

/** The kinds of resources that a template can make, in the order in which they are created. */
export const templateKinds = [
  'metricDefinition',
  'thingType',
  'site',
  'fleet',
  'thing',
  'mapping',
] as const

/** What applying does to a resource. One conflict prevents the whole application. */
export const planActions = ['conflict', 'create', 'update', 'release', 'unchanged'] as const

/** The prefix of the ids of built-in templates. No other id may have it. */
export const builtInPrefix = 'sluice.'

/** What a scope allows (spec section 2). `*` is all three. */
export const scopeActions = ['read', 'write', 'admin', '*'] as const

/**
 * The forms a resource path can have. `#` in a form stands for an id; in a filter it matches exactly one
 * segment, whatever it is. (MQTT's `#` spans many levels; this one does not.) The filter `#` alone
 * matches everything in the organization.
 */
export const pathForms = [
  'THING/#/#',
  'PLACE/Site/#',
  'PLACE/Fleet/#',
  'PLACE/Site/#/THING/#/#',
  'PLACE/Fleet/#/THING/#/#',
  'DEFINITION/ThingType/#',
  'DEFINITION/Metric/#',
  'DEFINITION/Mapping/#',
  'DEFINITION/Template/#',
  'INTEGRATION/#',
  'KEY/#',
  'ORGANIZATION',
] as const

/** The path to which a thing's samples are sent. */
export const ingestPath = '/v2/thing/{thingId}/data'
