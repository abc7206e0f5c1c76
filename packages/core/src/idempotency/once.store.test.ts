import { afterAll, expect, test } from 'vitest'
import { recordChange } from '../audit/index.ts'
import { contextOf } from '../context.ts'
import { NotedNeeds } from '../scopes/index.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { answerOnce } from './once.ts'
import { parseIdempotencyKey } from './repeatable.ts'

const core = openTestCore()
afterAll(() => core.close())

test('a repeated call gets Retry-After while the first one runs, then its answer', async () => {
  const { system: actor } = await newOrganization(core)
  const scene = {
    actor,
    needs: new NotedNeeds(),
    now: core.clock(),
    address: null,
    requestId: 'test',
  }
  const ctx = contextOf(core, { ...scene, ifMatch: undefined })

  /** One call of the string `slow`, whose handler does `work` first. */
  function call(work: () => unknown) {
    const raw = { body: { name: 'Yard' } }
    const repeatable = parseIdempotencyKey('slow')
    return answerOnce(ctx, { name: 'sites.create', raw, repeatable }, async (inside) => {
      await work()
      await recordChange(inside, { operation: 'sites.create', resource: 'PLACE/Site/yard' })
      return { id: 'yard' }
    })
  }

  const again = () => {
    throw new Error('The handler ran twice.')
  }
  const first = await call(() =>
    expect(call(again)).rejects.toMatchObject({ code: 'conflict', retryAfter: 1 }),
  )
  expect(await call(again)).toEqual(first)
})
