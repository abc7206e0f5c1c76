import { LONG_BODY } from '@sluice/core'
import { expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { tenantWithCall } from '../testing/tenant-with-call.ts'
import { useApi } from '../testing/use-api.ts'

/** Longer than a busy machine takes to start the thread. */
const HELD = { timeout: 120_000 }

const api = useApi({ core: { threadConnections: 5 } })

test('a call whose thread is ended is not done, and its Idempotency-Key can be used again', async () => {
  const { tenant, call } = await tenantWithCall(api, 'sites.create')
  const { key } = await tenant.mint()
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' }
  const body = Buffer.from(JSON.stringify(call.body) + ' '.repeat(LONG_BODY))
  const attempt = () => send(api.url, 'sites.create', { ...call, body }, key, headers)
  const { db, longCalls } = api.core
  const refused = await db.$transaction(async (holder) => {
    await holder.$queryRaw`
      SELECT 1 FROM audit_chains WHERE "organizationId" = ${tenant.id} FOR UPDATE`
    const asked = attempt()
    await isWaiting()
    await longCalls?.close()
    return asked
  }, HELD)
  expect([refused.status, codeOf(refused)]).toEqual([503, 'unavailable'])
  expect(refused.headers.get('retry-after')).toBe('1')
  // Postgres sees that the connection is closed once its statement ends, and rolls back.
  await expect.poll(async () => (await attempt()).status).toBe(201)
  const again = await attempt()
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
})

/** Waits until the call has made its changes and waits for the lock. */
async function isWaiting(): Promise<void> {
  await expect
    .poll(() => {
      return api.core.db.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE '%audit_chains%'`
    })
    .not.toEqual([])
}
