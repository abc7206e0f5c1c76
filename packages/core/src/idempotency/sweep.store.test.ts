import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { forgetExpired } from './sweep.ts'

const core = openTestCore()
afterAll(() => core.close())

test('the sweep deletes expired idempotency answers only', async () => {
  const { id: organizationId } = await newOrganization(core)
  const now = core.clock()
  const row = (digest: string, milliseconds: number) => ({
    ...{ organizationId, digest: Buffer.from(digest), fingerprint: Buffer.from(''), answer: '{}' },
    expiresAt: new Date(now.getTime() + milliseconds),
  })
  await core.db.keptAnswer.createMany({ data: [row('over', 0), row('kept', 1)] })
  expect(await forgetExpired(core.db, now)).toBeGreaterThanOrEqual(1)
  const left = await core.db.keptAnswer.findMany({ where: { organizationId } })
  expect(left.map(({ digest }) => Buffer.from(digest).toString())).toEqual(['kept'])
})
