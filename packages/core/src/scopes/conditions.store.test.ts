/** Scopes as SQL against scopes as paths: a list must return exactly the rows for which `covers` is true. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@sluice/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../database/client.ts'
import { idCondition, thingCondition } from './conditions.ts'
import { covers } from './match.ts'
import { keyPath, sitePath, type ThingPlace, thingPaths } from './paths.ts'
import { filters } from './testing/arbitrary.ts'

const ids = ['a', 'b', 'a.b', 'axb']
const organizationId = `org-${randomUUID()}`
const things: ThingPlace[] = []
let db: Database

beforeAll(async () => {
  db = openDatabase(inject('databaseUrl'), 2)
  await db.organization.create({
    data: { id: organizationId, name: 'scopes', slug: organizationId },
  })
  const own = { organizationId, name: 'x' }
  await db.site.createMany({ data: ids.map((id) => ({ ...own, id, timezone: 'UTC' })) })
  await db.fleet.createMany({ data: ids.map((id) => ({ ...own, id })) })
  await db.thingType.createMany({ data: ids.map((id) => ({ ...own, id })) })
  makeThings()
  await db.thing.createMany({
    data: things.map(({ id, thingTypeId, siteId }) => ({ ...own, id, thingTypeId, siteId })),
  })
  await db.fleetMember.createMany({
    data: things.flatMap(({ id, fleetIds }) =>
      fleetIds.map((fleetId) => ({ organizationId, fleetId, thingId: id })),
    ),
  })
})
afterAll(async () => {
  const where = { organizationId }
  await db.fleetMember.deleteMany({ where })
  await db.thing.deleteMany({ where })
  await db.thingType.deleteMany({ where })
  await db.fleet.deleteMany({ where })
  await db.site.deleteMany({ where })
  await db.organization.delete({ where: { id: organizationId } })
  await db.$disconnect()
})

/** Every place a thing can have: each site or none, no fleet, one or two, types and ids in turn. */
function makeThings() {
  for (const [i, siteId] of [null, ...ids].entries()) {
    for (const [j, fleetIds] of [[], ['a'], ['a.b'], ['a', 'b']].entries()) {
      const id = ids[things.length] ?? `thing-${things.length}`
      things.push({ id, thingTypeId: ids[(i + j) % ids.length] ?? 'a', siteId, fleetIds })
    }
  }
}

const reads = (all: readonly string[]): Scope[] =>
  all.map((resourceFilter) => ({ action: 'read', resourceFilter }))
const filterSets = fc.array(filters, { maxLength: 4 })
const runs = { seed: 20_260_601, numRuns: 150 }

describe('an SQL condition of scopes', () => {
  test('selects exactly the things covered by type, site and fleet', async () => {
    await fc.assert(
      fc.asyncProperty(filterSets, async (held) => {
        const where = { AND: [{ organizationId }, thingCondition(held, organizationId)] }
        const rows = await db.thing.findMany({ where, select: { id: true } })
        const covered = things.filter((thing) => covers(reads(held), 'read', thingPaths(thing)))
        expect(rows.map(({ id }) => id).sort()).toEqual(covered.map(({ id }) => id).sort())
      }),
      runs,
    )
  })

  test('selects exactly the covered rows of resources with one path', async () => {
    await fc.assert(
      fc.asyncProperty(filterSets, async (held) => {
        const where = { AND: [{ organizationId }, idCondition(held, 'PLACE/Site')] }
        const rows = await db.site.findMany({ where, select: { id: true } })
        const covered = ids.filter((id) => covers(reads(held), 'read', [sitePath(id)]))
        expect(rows.map(({ id }) => id).sort()).toEqual(covered.sort())
      }),
      runs,
    )
  })
})

describe('the SQL condition', () => {
  test('of no filter matches no row', async () => {
    const nothing = { AND: [{ organizationId }, thingCondition([], organizationId)] }
    expect(await db.thing.count({ where: nothing })).toBe(0)
    expect(
      await db.site.count({ where: { organizationId, ...idCondition([], 'PLACE/Site') } }),
    ).toBe(0)
  })

  test('of filters for other kinds matches no row', async () => {
    const others = ['ORGANIZATION', 'PLACE/Site/a', 'KEY/#', 'DEFINITION/Metric/#']
    expect(
      await db.thing.count({
        where: { organizationId, ...thingCondition(others, organizationId) },
      }),
    ).toBe(0)
    expect(idCondition(others, 'INTEGRATION')).toEqual({ id: { in: [] } })
  })

  test('of one-segment prefixes reads # as any word', () => {
    expect(idCondition(['#/k1', 'KEY/k2', 'INTEGRATION/k3'], 'KEY')).toEqual({
      id: { in: ['k1', 'k2'] },
    })
    expect(idCondition(['#/#'], 'KEY')).toEqual({})
    expect(covers(reads(['#/k1']), 'read', [keyPath('k1')])).toBe(true)
  })
})
