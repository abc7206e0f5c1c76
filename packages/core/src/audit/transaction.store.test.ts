import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { auditedTransaction } from './transaction.ts'

const core = openTestCore()
afterAll(() => core.close())

test('no statement of a change outlasts its transaction', async () => {
  const bound = () => core.db.$queryRaw<unknown[]>`SHOW statement_timeout`
  const before = await bound()
  const within = await auditedTransaction(
    core.db,
    (db) => db.$queryRaw`SHOW statement_timeout`,
    1234,
  )
  expect(within).toEqual([{ statement_timeout: '1234ms' }])
  expect(await bound()).toEqual(before)
})
