import { type Action, type OperationName, operations, type Scope } from '@sluice/contract'
import fc from 'fast-check'
import { formsOf, generalNeed, type Need, NotedNeeds, thingPaths } from '../../scopes/index.ts'
import type { CallKind } from '../evidence.ts'

const few = (prefix: string, count: number) =>
  fc.integer({ min: 0, max: count - 1 }).map((i) => `${prefix}${i}`)

/** Few types and places, many things, so that paths are both shared and too many to list. */
const things = fc
  .record({
    id: few('thing-', 40),
    thingTypeId: few('type-', 3),
    siteId: fc.option(few('site-', 2)),
    fleetIds: fc.uniqueArray(few('fleet-', 2), { maxLength: 2 }),
  })
  .map(thingPaths)

const single = fc
  .tuple(fc.constantFrom('PLACE/Site/', 'DEFINITION/Metric/', 'KEY/'), few('id-', 40))
  .map(([prefix, id]) => [`${prefix}${id}`])

const action = fc.constantFrom<Action>('read', 'write', 'admin')

const exact = fc.record({ action, paths: fc.oneof({ weight: 3, arbitrary: things }, single) })

/** The general needs of a call for too many things to record. */
export const ofMany = fc
  .tuple(action, fc.array(things, { minLength: 101, maxLength: 150, size: 'max' }))
  .map(([one, all]) => all.map((paths) => ({ action: one, paths })))

const general = fc
  .record({ action, paths: things, ids: fc.constantFrom('last', 'all') })
  .map(({ ids, ...need }) => generalNeed(need, ids))

export function notedOf(needs: readonly Need[]): readonly Need[] {
  const list = new NotedNeeds()
  for (const need of needs) list.note(need)
  return list.kept
}

const list = fc.record({
  action,
  paths: fc.constantFrom(formsOf.thing, formsOf.site, formsOf.metricDefinition, formsOf.key),
})

/** The needs of a call that grants a scope. */
const grant = fc
  .record({ action, filter: fc.oneof(things, single).map(([own = '#']) => own), any: fc.boolean() })
  .map(({ filter, any, ...rest }) => ({
    ...rest,
    paths: [any ? filter.replace(/[^/]+$/, '#') : filter],
    whole: true as const,
  }))

const names = Object.keys(operations) as OperationName[]

/** Addresses of few networks of both families, some written as IPv4-mapped IPv6. */
export const addresses = fc.oneof(
  fc.tuple(fc.nat(3), fc.nat(60)).map(([net, host]) => `192.0.${net}.${host}`),
  fc.tuple(fc.nat(3), fc.nat(60)).map(([net, host]) => `2001:db8:0:${net}::${host.toString(16)}`),
  fc.nat(60).map((host) => `::ffff:198.51.100.${host}`),
)

const kind: fc.Arbitrary<CallKind> = fc.record({
  operation: fc.constantFrom(...names),
  address: addresses,
  needs: fc.array(fc.oneof({ weight: 4, arbitrary: exact }, list, grant, general), {
    maxLength: 2,
  }),
  calls: fc.integer({ min: 1, max: 50 }),
  lastAt: fc.integer({ min: 0, max: 1e12 }),
})

export const kinds = fc.array(kind, { maxLength: 60, size: 'max' })

/** Possible filters of a key: everything, a kind of resource, a place, or single resources. */
const filters = fc.oneof(
  fc.constantFrom('#', 'THING/#/#', 'KEY/#', 'PLACE/Site/#', 'PLACE/#/#', 'DEFINITION/#/#'),
  few('site-', 2).map((id) => `PLACE/Site/${id}/THING/#/#`),
  few('fleet-', 2).map((id) => `PLACE/Fleet/${id}/THING/#/#`),
  few('type-', 3).map((id) => `THING/${id}/#`),
  few('thing-', 40).map((id) => `THING/#/${id}`),
  few('thing-', 40).map((id) => `#/#/${id}`),
  few('id-', 40).map((id) => `KEY/${id}`),
)

export const heldScopes: fc.Arbitrary<Scope[]> = fc.array(
  fc.record({
    action: fc.constantFrom<Scope['action']>('*', 'read', 'write', 'admin'),
    resourceFilter: filters,
  }),
  { minLength: 1, maxLength: 6 },
)

export const lists = fc.oneof(
  fc.constant<string[]>([]),
  fc.array(
    fc.constantFrom(
      '*',
      '192.0.0.0/22',
      '192.0.1.0/24',
      '192.0.2.0/27',
      '192.0.3.7',
      '198.51.100.0/25',
      '2001:db8::/32',
      '2001:db8:0:1::/64',
      '2001:db8:0:2::1',
    ),
    { minLength: 1, maxLength: 5 },
  ),
)
