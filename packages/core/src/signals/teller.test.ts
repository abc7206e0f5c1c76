import { workFor, workingFor } from '@sluice/runtime'
import { expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { openTeller } from './teller.ts'

const at = new Date('2026-06-01T12:00:00Z')
const seen = (organizationId: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ organizationId, thingId: `thing-${i}`, isOffline: true },
  }))

/** A teller, and how many things of which organization were checked together, in order. */
function gather() {
  const batches: [organizationId: unknown, things: number][] = []
  const changes: unknown[] = []
  const failing = new Set<unknown>()
  const locked = new Set<string>()
  /** What an organization's statements wait for. */
  const waits = new Map<unknown, Promise<void>>()
  /** Whose work it was to ask which organizations have listeners. */
  const askers = new Set<string>()
  const db = {
    integration: {
      async findMany() {
        askers.add(workingFor())
        return []
      },
    },
    $transaction: (work: (transaction: unknown) => Promise<unknown>) =>
      work({
        async $queryRaw(_: unknown, organizationId: unknown, ids: readonly string[]) {
          await waits.get(organizationId)
          if (failing.has(organizationId)) throw new Error('refused')
          batches.push([organizationId, ids.length])
          return ids.filter((id) => locked.delete(id)).map((id) => ({ id, came: false }))
        },
      }),
  }
  const stores = { db, clock: () => at } as unknown as Core
  const teller = openTeller(stores, (fault) => changes.push(fault))
  return { teller, askers, batches, changes, failing, locked, waits }
}

test('organizations take turns: one with many things does not keep the others waiting', async () => {
  const { teller, batches } = gather()
  teller.seen([])
  teller.seen([...seen('large', 500), ...seen('small', 1), ...seen('middle', 250)])
  teller.seen(seen('late', 1))
  await teller.told()
  expect(batches).toEqual([
    ...[
      ['large', 200],
      ['small', 1],
      ['middle', 200],
      ['late', 1],
    ],
    ...[
      ['large', 200],
      ['middle', 50],
    ],
    ['large', 100],
  ])
})

test('an organization that waits for Postgres delays no others, and has one turn at a time', async () => {
  const { teller, batches, waits } = gather()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  waits.set('slow', over)
  teller.seen([...seen('slow', 300), ...seen('large', 500)])
  await expect.poll(() => batches).toHaveLength(3)
  teller.seen(seen('late', 1))
  await expect.poll(() => batches).toHaveLength(4)
  expect(batches.map(([id]) => id)).toEqual(['large', 'large', 'large', 'late'])
  end()
  await teller.told()
  expect(batches.slice(4)).toEqual([
    ['slow', 200],
    ['slow', 100],
  ])
})

test('what all organizations wait for is not the work of the one whose samples came first', async () => {
  const { teller, askers } = gather()
  workFor('first', () => teller.seen([...seen('first', 1), ...seen('second', 1)]))
  await teller.told()
  expect([...askers]).toEqual(['thing signals'])
})

test('a thing that sends again while it waits is looked at once', async () => {
  const { teller, batches } = gather()
  teller.seen(seen('one', 300))
  teller.seen(seen('one', 300))
  await teller.told()
  expect(batches.reduce((sum, [, things]) => sum + things, 0)).toBe(300)
})

test('a failure in one organization does not stop the events of others, and is reported once', async () => {
  const { teller, batches, changes, failing } = gather()
  failing.add('first')
  for (let i = 0; i < 2; i += 1) {
    teller.seen(['first', 'second', 'third'].flatMap((id) => seen(id, 1)))
    await teller.told()
  }
  expect(batches.map(([id]) => id)).toEqual(['second', 'third', 'second', 'third'])
  expect(changes).toEqual([new Error('refused')])
  failing.clear()
  teller.seen(seen('first', 1))
  await teller.told()
  expect(changes).toEqual([new Error('refused'), undefined])
})

test('what failed is checked again with the next data of any thing, and still comes online', async () => {
  const { teller, batches, failing } = gather()
  failing.add('first')
  teller.seen(seen('first', 2))
  await teller.told()
  failing.clear()
  expect(batches).toEqual([])
  teller.seen(seen('second', 1))
  await teller.told()
  expect(batches.toSorted()).toEqual([
    ['first', 2],
    ['second', 1],
  ])
})

test('things that somebody changes are looked at again, and nobody waits for them', async () => {
  const { teller, batches, locked } = gather()
  locked.add('thing-1')
  teller.seen([...seen('busy', 3), ...seen('other', 1)])
  await teller.told()
  expect(batches).toEqual([
    ['busy', 3],
    ['other', 1],
    ['busy', 1],
  ])
})

test('a thing that came online is not forgotten when its values alone are to be checked', async () => {
  const { teller, batches, locked } = gather()
  const values = { organizationId: 'busy', thingId: 'thing-0', isOffline: false }
  teller.seen(seen('busy', 1))
  teller.seen([values])
  locked.add('thing-0')
  const told = teller.told()
  while (batches.length === 0) await null
  // It waits for whoever has locked it.
  teller.seen([values])
  await told
  expect(batches).toEqual([
    ['busy', 1],
    ['busy', 1],
  ])
})

test('a process that ends does not wait for all that an organization has waiting', async () => {
  const { teller, batches } = gather()
  teller.seen([...seen('large', 1000), ...seen('other', 1)])
  const end = new AbortController()
  const told = teller.told(end.signal)
  while (batches.length === 0) await null
  end.abort()
  await told
  expect(batches).toEqual([
    ['large', 200],
    ['other', 1],
  ])
})
