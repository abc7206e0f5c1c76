import type { Scope } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { NotedNeeds } from '../scopes/index.ts'
import { findCalledThings } from './called-things.ts'

/** A caller of an organization in which every id names a truck. */
function callerWith(...scopes: Scope[]) {
  const needs = new NotedNeeds()
  const ctx = {
    needs,
    actor: { scopes, organization: { id: 'acme', number: 1 } },
    knownThings: {
      thing: (_: string, id: string) => {
        return { id, number: 1, thingTypeId: 'truck', paths: [`THING/truck/${id}`] }
      },
      type: () => ({ unknownMetrics: 'reject', metrics: [] }),
    },
  } as unknown as Context
  return { ctx, needs }
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `t-${i}`)
const all = { action: 'write', resourceFilter: '#' } as const

test('the scopes of up to a hundred things are noted for the request log, and of more their type', async () => {
  for (const [count, noted] of [
    [100, 100],
    [1000, 1],
  ] as const) {
    const { ctx, needs } = callerWith(all)
    const found = await findCalledThings(ctx, ids(count), undefined)
    expect(found.size).toBe(count)
    expect(needs.kept).toHaveLength(noted)
  }
})

test.each([3, 300])('each of %i things is judged by the scopes of the caller', async (count) => {
  const { ctx } = callerWith(
    { action: 'write', resourceFilter: 'THING/truck/t-0' },
    { action: 'read', resourceFilter: 'THING/truck/t-1' },
  )
  const found = await findCalledThings(ctx, ids(count), undefined)
  expect(found.get('t-0')).toHaveProperty('thing')
  expect(found.get('t-1')).toMatchObject({ refusal: 'scope-missing' })
  expect(found.get('t-2')).toMatchObject({ refusal: 'not-found' })
})

test('a thing whose type is gone is looked up anew by a repeat, which the answer asks for', async () => {
  const { ctx } = callerWith(all)
  const forgotten: string[] = []
  Object.assign(ctx.knownThings, {
    type: () => null,
    forgetThing: (_: string, id: string) => forgotten.push(id),
  })
  await expect(findCalledThings(ctx, ids(1), undefined)).rejects.toMatchObject({
    ...{ code: 'unavailable', retryAfter: 1 },
    detail: expect.stringContaining('The thing t-0 is being changed.'),
  })
  expect(forgotten).toEqual(['t-0'])
})
