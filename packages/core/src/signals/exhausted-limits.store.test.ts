import { afterAll, expect, test, vi } from 'vitest'
import type { Database } from '../database/client.ts'
import type { ExhaustedLimit } from '../last-seen/buffer.ts'
import { openTestCore } from '../testing/core.ts'
import { tellExhausted } from './index.ts'
import { listenTo } from './testing/listen-to.ts'

const core = openTestCore()
afterAll(() => core.close())

const limitOf = (organizationId: string): ExhaustedLimit => {
  return { organizationId, tier: 'standard', keyId: 'k', at: core.clock() }
}

test('an organization that fails or waits for Postgres keeps no other from being told', async () => {
  const [bad, slow, other] = [
    await listenTo(core, ['limit.exhausted']),
    await listenTo(core, ['limit.exhausted']),
    await listenTo(core, ['limit.exhausted']),
  ]
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const db = core.db.$extends({
    query: {
      async $queryRaw({ args, query }) {
        if (args.values.includes(bad.id)) throw new Error('refused')
        if (args.values.includes(slow.id)) await over
        return query(args)
      },
    },
  }) as unknown as Database
  const told = tellExhausted({ db }, [bad.id, slow.id, other.id].map(limitOf))
  const outcome = expect(told).rejects.toThrow('refused')
  await expect.poll(other.delivered).toHaveLength(1)
  end()
  await outcome
  expect(await slow.delivered()).toHaveLength(1)
})

test('a busy organization is told, though its turn at Postgres is longer in coming than a call would wait', async () => {
  const { id } = await listenTo(core, ['limit.exhausted'])
  const asked = vi.spyOn(core.db, '$transaction')
  await tellExhausted(core, [limitOf(id)])
  const [, limits] = asked.mock.calls[0] ?? []
  asked.mockRestore()
  expect((limits as { maxWait: number }).maxWait).toBeGreaterThan(5_000)
})

test('an exhausted limit that two nodes report at once is told once', async () => {
  const { id, delivered } = await listenTo(core, ['limit.exhausted'])
  let looked = 0
  const { promise: bothLooked, resolve } = Promise.withResolvers<void>()
  const db = core.db.$extends({
    query: {
      async $queryRaw({ args, query }) {
        const result = await query(args)
        looked += 1
        if (looked === 2) resolve()
        if (looked <= 2) await bothLooked
        return result
      },
    },
  }) as unknown as Database
  await Promise.all([1, 2].map(() => tellExhausted({ db }, [limitOf(id)])))
  expect(await delivered()).toHaveLength(1)
})
