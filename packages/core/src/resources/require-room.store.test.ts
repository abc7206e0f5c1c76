import { integrationBounds, mappingLimits, type OperationName } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { contextOf } from '../context.ts'
import type { Database } from '../database/client.ts'
import { perform } from '../pipeline/perform.ts'
import { savedViewLimits, saveView } from '../saved-views/index.ts'
import { NotedNeeds } from '../scopes/index.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

const upTo = <Row>(count: number, row: (i: number) => Row) =>
  Array.from({ length: count }, (_, i) => row(i))

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'made',
    ({ code, errors }) => errors?.[0].detail ?? code,
  )

/** Runs the second call after the first has counted, until it ends or waits for the lock. */
async function atOnce(
  { model, lock }: { model: string; lock: string },
  make: (db: Database, id: string) => Promise<unknown>,
) {
  let second: Promise<string> | undefined
  async function count({ args, query }: { args: object; query: (args: object) => unknown }) {
    const counted = await query(args)
    if (second !== undefined) return counted
    let isOver = false
    second = codeOf(make(core.db, 'second')).finally(() => {
      isOver = true
    })
    while (!(isOver || (await isAwaited(lock)))) {}
    return counted
  }
  const db = core.db.$extends({ query: { [model]: { count } } as never }) as unknown as Database
  return [await codeOf(make(db, 'first')), await second]
}

async function isAwaited(lock: string): Promise<boolean> {
  const waiting = await core.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND (classid::bigint << 32 | objid::bigint) = hashtextextended(${lock}, 0)`
  return waiting.length > 0
}

async function newCaller() {
  const { id: organizationId, system: actor } = await newOrganization(core)
  const request = { actor, requestId: 'test', address: null, ifMatch: undefined }
  return {
    organizationId,
    call: (db: Database, name: OperationName, body: object, params = {}) =>
      perform({ ...core, db }, { ...request, name, call: { params, body } } as never),
    context: (db: Database) =>
      contextOf({ ...core, db }, { ...request, needs: new NotedNeeds(), now: core.clock() }),
  }
}

test('of two integrations that are made at once, one is where there is room for one', async () => {
  const { organizationId, call } = await newCaller()
  const draft = { name: 'H', url: 'https://hooks.example/in', eventTypes: ['thing.created'] }
  await core.db.integration.createMany({
    data: upTo(integrationBounds.most - 1, (i) => ({
      ...{ ...draft, organizationId, id: `i${i}`, lane: `i${i}`, resourceFilter: '#' },
      secret: new Uint8Array(),
    })),
  })
  const of = { model: 'integration', lock: `integrations of ${organizationId}` }
  const make = (db: Database, id: string) => call(db, 'integrations.create', { ...draft, id })
  expect(await atOnce(of, make)).toEqual(['made', 'conflict'])
})

test('and of mappings', async () => {
  const { organizationId, call } = await newCaller()
  const make = (db: Database, id: string) =>
    call(db, 'mappings.create', { id, name: 'M', protocol: 'influx' })
  for (const i of upTo(mappingLimits.mappings - 1, String)) await make(core.db, `m${i}`)
  const of = { model: 'mapping', lock: `mappings of ${organizationId}` }
  expect(await atOnce(of, make)).toEqual(['made', 'conflict'])
})

test('a mapping that becomes the default, and one that a template makes so, do not wait for each other', async () => {
  const { organizationId, call } = await newCaller()
  const draft = { name: 'M', protocol: 'influx', isDefault: true }
  const resources = [{ kind: 'mapping', id: 'second', properties: draft }]
  await call(core.db, 'templates.create', { id: 't', name: 'T', resources })
  const of = { model: 'mapping', lock: `mappings of ${organizationId}` }
  const make = (db: Database, id: string) =>
    id === 'first'
      ? call(db, 'mappings.create', { ...draft, id })
      : call(db, 'templates.apply', {}, { templateId: 't' })
  const refusal = expect.stringContaining('The mapping first is the default of influx, too.')
  expect(await atOnce(of, make)).toEqual(['made', refusal])
})

test('and of saved views', async () => {
  const { organizationId, context } = await newCaller()
  const createdBy = { type: 'system', id: 's', name: 'S' }
  await core.db.savedView.createMany({
    data: upTo(savedViewLimits.views - 1, (i) => ({
      ...{ organizationId, id: `v${i}`, name: `View ${i}`, query: '', createdBy },
    })),
  })
  const of = { model: 'savedView', lock: `saved views of ${organizationId}` }
  const make = (db: Database, name: string) => saveView(context(db), { name, query: 'q' })
  expect(await atOnce(of, make)).toEqual(['made', 'conflict'])
})
