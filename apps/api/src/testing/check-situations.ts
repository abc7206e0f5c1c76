import {
  type ActorName,
  type Call,
  type Operation,
  operations,
  type Tier,
  tiers,
} from '@sluice/contract'
import { drain, failTimes } from './buckets.ts'
import type { SampleCall } from './sample-calls.ts'
import type { TestApi } from './start-api.ts'
import type { Tenant } from './tenant.ts'

export const ADDRESS = '198.51.100.7'

type Draft = Partial<Call<'keys.create'>['body']>

/** What a key and its call are like when a dry run is compared with the call. */
export interface Situation {
  /** Its calls change nothing that others of it need, so they can share a tenant. */
  readonly harmless?: true
  /** The rows for which it is a situation of its own; without this, all. */
  readonly applies?: (name: ActorName) => boolean
  readonly draft?: Draft
  /** What happens to the key, or to its organization, before the call. */
  readonly prepare?: (tenant: Tenant, keyId: string, name: ActorName) => Promise<unknown>
  readonly call?: (call: SampleCall, name: ActorName) => SampleCall
}

const tierOf = (name: ActorName) => operations[name].tier as Tier

type Scopes = NonNullable<Draft['scopes']>

const scoped = (...scopes: Scopes): Situation => ({ draft: { scopes } })

/** A key whose calls change nothing that others need, or nothing at all. */
const harmless = (...scopes: Scopes): Situation => ({ harmless: true, ...scoped(...scopes) })

/** Situations of keys. The server starts before the first of them is prepared. */
function ofKeys(api: TestApi): Record<string, Situation> {
  return {
    'a key with every scope': {},
    'a revoked key': {
      harmless: true,
      prepare: (tenant, keyId) => tenant.act('keys.revoke', { params: { keyId } }),
    },
    'an expired key': {
      harmless: true,
      prepare: async (tenant, id) => {
        const where = { id, organizationId: tenant.id }
        await api.core.db.key.update({ where, data: { expiresAt: api.clock() } })
        api.clock.advance(2)
      },
    },
    'a key outside its allow-list': {
      harmless: true,
      draft: { allowedIpCidrs: ['192.0.2.0/24'] },
      // Each failure counts towards the limit of the address.
      prepare: async () => api.clock.advance(2),
    },
    'an empty bucket': {
      harmless: true,
      prepare: (tenant, _keyId, name) => drain(api.core, tenant.id, tierOf(name)),
    },
    'too many failures': {
      harmless: true,
      prepare: (tenant, key, name) => {
        const times = tiers[tierOf(name)].burst
        return failTimes(api.core, tenant.id, tierOf(name), { key, times })
      },
    },
    'an external key': { draft: { keyType: 'External' } },
    'an organization whose samples have filled their quota': {
      harmless: true,
      applies: (name) => (operations[name] as Operation).ingests === true,
      prepare: ({ id }) =>
        api.core.db.organization.update({
          where: { id },
          data: { samplesFullSince: api.clock() },
        }),
    },
    'an organization whose changes have filled its quota': {
      prepare: async ({ id }) => {
        const { db } = api.core
        const { bytes } = await db.auditChain.findUniqueOrThrow({ where: { organizationId: id } })
        const quotas = { changes: { bytes: Number(bytes), reason: 'test' } }
        await db.organization.update({ where: { id }, data: { limits: { quotas } } })
      },
    },
  }
}

/** Situations of scopes. */
const ofScopes: Record<string, Situation> = {
  'a key that may read only': harmless({ action: 'read', resourceFilter: '#' }),
  'a key that may write only': scoped({ action: 'write', resourceFilter: '#' }),
  'a key that may administer only': harmless({ action: 'admin', resourceFilter: '#' }),
  'a key with scopes on keys only': harmless({ action: '*', resourceFilter: 'KEY/#' }),
  'a key with scopes on the things of one site only': scoped({
    action: '*',
    resourceFilter: 'PLACE/Site/yard/THING/#/#',
  }),
  'a key that may read one thing only': harmless({
    action: 'read',
    resourceFilter: 'THING/truck/truck-1',
  }),
  'a key that may write one thing only': scoped({
    action: 'write',
    resourceFilter: 'THING/truck/truck-1',
  }),
  'a key with scopes on places only': harmless(
    { action: '*', resourceFilter: 'PLACE/Site/#' },
    { action: '*', resourceFilter: 'PLACE/Fleet/#' },
  ),
  'a key with scopes on definitions only': harmless(
    { action: '*', resourceFilter: 'DEFINITION/#/#' },
    { action: 'read', resourceFilter: 'ORGANIZATION' },
  ),
}

/** By the name of a row that creates: a resource that is there already. */
const existing: Partial<Record<ActorName, string>> = {
  'things.create': 'truck-1',
  'sites.create': 'yard',
  'fleets.create': 'north',
  'thingTypes.create': 'truck',
  'metricDefinitions.create': 'air',
  'mappings.create': 'lines',
  'templates.create': 'vans',
}

/** By the name of a row that deletes: a resource that others refer to. */
const used: Partial<Record<ActorName, Record<string, string>>> = {
  'sites.delete': { siteId: 'yard' },
  'fleets.delete': { fleetId: 'north' },
  'thingTypes.delete': { thingTypeId: 'truck' },
  'metricDefinitions.delete': { metricDefinitionId: 'air' },
}

/** Rows whose body can be sent. */
const hasBody = (name: ActorName) => (operations[name] as Operation).body !== undefined

/** Situations in which the call's body is another one. */
function withBody(body: unknown): Situation {
  return { harmless: true, applies: hasBody, call: (call) => ({ ...call, body }) }
}

/** Situations in which the call names another resource. */
function withIds(id: string): Situation {
  const others = (params: object) => Object.fromEntries(Object.keys(params).map((key) => [key, id]))
  return {
    harmless: true,
    applies: (name) => (operations[name] as Operation).params !== undefined,
    call: (call) => ({ ...call, params: others(call.params ?? {}) }),
  }
}

/** Situations of calls. */
const ofCalls: Record<string, Situation> = {
  'an unknown parameter': {
    harmless: true,
    call: (call) => ({ ...call, query: { ...call.query, nope: '1' } }),
  },
  'a call without its body': withBody(undefined),
  'an empty object as the body': withBody({}),
  'a body that is none of the row': withBody([{ nope: 1 }]),
  'a resource that does not exist': withIds('nothing'),
  'an id that no resource can have': withIds('no id'),
  'an id that exists': {
    harmless: true,
    applies: (name) => name in existing,
    prepare: async (tenant, _keyId, name) => {
      if (name === 'templates.create') {
        const resources = [{ kind: 'site' as const, id: 'a', properties: { name: 'A' } }]
        await tenant.act(name, { body: { id: 'vans', name: 'Vans', resources } })
      } else if (name === 'mappings.create') {
        await tenant.act(name, { body: { id: 'lines', name: 'Lines', protocol: 'influx' } })
      }
    },
    call: (call, name) => ({ ...call, body: { ...(call.body as object), id: existing[name] } }),
  },
  'a resource in use': {
    harmless: true,
    applies: (name) => name in used,
    call: (call, name) => ({ ...call, ...(used[name] && { params: used[name] }) }),
  },
  'a retired thing': {
    applies: (name) => /^(telemetry|things)\./.test(name),
    prepare: (tenant) =>
      tenant.act('things.update', {
        params: { thingId: 'truck-1' },
        body: { status: 'Retired' },
      }),
  },
  'a range that ends before it begins': {
    harmless: true,
    applies: (name) => 'from' in ((operations[name] as Operation).query?.shape ?? {}),
    call: (call) => {
      const range = { from: '2026-06-02T00:00:00Z', to: '2026-06-01T00:00:00Z' }
      return { ...call, query: { ...call.query, ...range } }
    },
  },
}

/** Every situation, by what it is called. */
export function situationsOf(api: TestApi): Record<string, Situation> {
  return { ...ofKeys(api), ...ofScopes, ...ofCalls }
}
