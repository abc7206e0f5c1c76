import { afterAll, expect, test } from 'vitest'
import { run } from '../../pipeline/run.ts'
import { newOrganization } from '../../testing/core.ts'
import { openOwnCore } from '../../testing/own-core.ts'

const core = await openOwnCore()
afterAll(() => core.close())

async function lastNumber() {
  const [row] = await core.db.$queryRaw<{ last: bigint }[]>`
    SELECT last_value AS last FROM things_number_seq`
  return row?.last
}

test('an organization without room for changes takes no numbers of things', async () => {
  const { act, id, mint } = await newOrganization(core)
  await act('thingTypes.create', { body: { id: 'pump', name: 'Pump', metrics: [] } })
  const { key: keyString } = await mint()
  const { bytes } = await core.db.auditChain.findUniqueOrThrow({ where: { organizationId: id } })
  // There is room, but not for this change.
  const quotas = { changes: { bytes: Number(bytes) + 1000, reason: 'test' } }
  await core.db.organization.update({ where: { id }, data: { limits: { quotas } } })
  const before = await lastNumber()
  const description = 'x'.repeat(500)
  const things = ['a', 'b'].map((id) => ({ id, name: 'T', thingTypeId: 'pump', description }))
  const answer = await run(core, {
    ...{ name: 'things.batch', keyString, address: '192.0.2.1', requestId: 'test' },
    ...{ params: {}, query: {}, ifMatch: undefined, idempotencyKey: undefined },
    readBody: () => Promise.resolve({ things }),
  })
  expect('problem' in answer && answer.problem.code).toBe('quota-exceeded')
  expect(await lastNumber()).toBe(before)
})
