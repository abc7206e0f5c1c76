/** Earlier calls, for which the request log has more needs than are recorded now, can still be read. */

import { noFigures } from '@sluice/core'
import { expect, test } from 'vitest'
import { useApi } from '../testing/use-api.ts'
import { watchedKeys } from '../testing/watched-keys.ts'

// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({ start: new Date(new Date().setUTCHours(12, 0, 0, 0)) })
const { newCase } = watchedKeys(() => api)

type Case = Awaited<ReturnType<typeof newCase>>

const trucks = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    ...{
      action: 'write' as const,
      paths: [`THING/truck/truck-${String(from + i).padStart(6, '0')}`],
    },
  }))

/** Logs batches, each of different things. */
async function logBatches({ tenant, watched }: Case, batches: number, size: number) {
  const { number } = await api.core.db.organization.findUniqueOrThrow({ where: { id: tenant.id } })
  for (let i = 0; i < batches; i += 1) {
    const caller = { id: watched.id, organization: { id: tenant.id, number, limits: noFigures } }
    const request = {
      ...{ name: 'things.batch' as const, address: '192.0.2.1', requestId: `request-${i}`, caller },
      ...{ at: api.clock(), startedAt: performance.now(), needs: { kept: trucks(size, i * 7) } },
    }
    api.core.usage.record(request, undefined)
  }
  await api.core.usage.flush()
}

test('of a call with very many needs the first and the last are shown', async () => {
  const world = await newCase()
  await logBatches(world, 1, 5000)
  const [call] = (await world.ask('keys.calls')).items
  const shown = [...trucks(20), ...trucks(1, 4999)]
  expect(call.needed).toEqual(
    shown.map(({ action, paths: [resourceFilter] }) => ({ action, resourceFilter })),
  )
})

test('a page of calls with many needs holds fewer, and the next one the others', async () => {
  const world = await newCase()
  await logBatches(world, 30, 1000)
  const ids = new Set<string>()
  let [cursor, pages]: [string | null, number] = [null, 0]
  do {
    const query: Record<string, string> = { limit: '1000', ...(cursor && { cursor }) }
    const page = await world.ask('keys.calls', query)
    expect(page.items.length).toBeLessThan(30)
    for (const { requestId, needed } of page.items) {
      expect(needed).toHaveLength(1000)
      ids.add(requestId)
    }
    cursor = page.nextCursor
    pages += 1
  } while (cursor !== null && pages < 10)
  expect([ids.size, pages]).toEqual([30, 2])
})

test('suggestions and replays look at as many needs as can be judged', async () => {
  const world = await newCase()
  await logBatches(world, 60, 1000)
  const { scopes } = await world.ask('keys.suggestions')
  const all = { action: 'write', resourceFilter: 'THING/truck/#' }
  expect(scopes).toMatchObject({ suggested: [all], covered: 60 })
  const none = { scopes: [{ action: 'read', resourceFilter: '#' }] }
  const counts = { calls: 60, judged: 50, refused: 50 }
  expect(await world.ask('keys.replay', undefined, none)).toMatchObject(counts)
})

test('of calls with more needs than that all are said to be refused that may be', async () => {
  const world = await newCase()
  await logBatches(world, 3, 5000)
  const all = { action: 'write', resourceFilter: 'THING/truck/#' }
  const { scopes } = await world.ask('keys.suggestions')
  expect(scopes).toMatchObject({ suggested: [all], covered: 3 })
  const replayed = (scope: object) => world.ask('keys.replay', undefined, { scopes: [scope] })
  expect(await replayed(all)).toMatchObject({ calls: 3, judged: 3, refused: 3 })
  const anything = { action: 'write', resourceFilter: '#' }
  expect(await replayed(anything)).toMatchObject({ calls: 3, judged: 3, refused: 0 })
})
