import { afterAll, expect, test } from 'vitest'
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
