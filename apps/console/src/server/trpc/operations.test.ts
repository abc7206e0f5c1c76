import { actorNames, operations } from '@sluice/contract'
import type { UserActor } from '@sluice/core'
import { expect, test } from 'vitest'
import type { SignedIn } from '../session/session.ts'
import { createCallerFactory, router } from './init.ts'
import { operationRouters } from './operations.ts'

test('a call with an unknown member is rejected without repeating its name', async () => {
  const user = { id: 'ann', name: 'Ann', email: 'ann@sluice.example' }
  const session = { user } as SignedIn
  const actor = { organization: { id: 'acme' } } as UserActor
  const by = { requestId: 'test', headers: new Headers(), address: null, sameOrigin: true }
  const call = createCallerFactory(router(operationRouters()))({ ...by, session, actor })
  const input = { query: {}, ['x'.repeat(1_000_000)]: 1 }
  const refused = await call.things.list(input as never).catch((error) => error)
  expect(refused).toMatchObject({ code: 'BAD_REQUEST' })
  expect(refused.message).toContain('must have no members but params, query, body, ifMatch')
  expect(refused.message.length).toBeLessThan(1000)
})

test('the console offers every read of telemetry, and no write', () => {
  const reads = actorNames.filter(
    (name) => name.startsWith('telemetry.') && operations[name].method === 'GET',
  )
  const procedures = Object.keys(operationRouters().telemetry)
  expect(procedures.map((name) => `telemetry.${name}`).sort()).toEqual(reads.sort())
})
