import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

test.each([
  ['has an end', { expiresAt: new Date('2026-06-02T00:00:00Z') }],
  ['has a share', { budgetShare: 5 }],
  ['has an allow-list', { allowedIpCidrs: ['192.0.2.0/24'] }],
])('a key that %s meanwhile makes none beyond that', async (_, narrowed) => {
  const organization = await newOrganization(core)
  const everything = { action: '*', resourceFilter: '#' } as const
  const { id, act } = await organization.newHolder([everything], { keyType: 'Admin' })
  const body = { keyType: 'Admin' as const, name: 'child', scopes: [{ ...everything }] }
  let making: Promise<unknown> = Promise.resolve()
  await core.db.$transaction(
    async (db) => {
      await db.key.update({ where: { id }, data: narrowed })
      const [own] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      making = act('keys.create', { body }).catch((error: unknown) => error)
      const waiting = () => core.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE ${own?.pid} = ANY(pg_blocking_pids(pid))`
      await expect.poll(waiting).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
  expect(await making).toMatchObject({ code: 'key-exceeds-caller' })
  expect(await core.db.key.count({ where: { organizationId: organization.id } })).toBe(1)
})
