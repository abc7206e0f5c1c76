import { afterAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { refusalBeforeWrite } from '../pipeline/dry-run.ts'
import { openTestCore } from '../testing/core.ts'
import { auditedTransaction, untilFirstWrite } from './transaction.ts'

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

test('a dry run has the time of the change, and no statement of it outlasts that', async () => {
  const seen: unknown[] = []
  const look = async (db: Pick<typeof core.db, '$queryRaw'>) => {
    seen.push(...(await db.$queryRaw<unknown[]>`SHOW statement_timeout`))
  }
  await untilFirstWrite(core.db, look)
  const handler = Object.assign(({ db }: Context) => look(db), { timeout: 60_000 })
  const ctx = { db: core.db, usage: core.usage } as unknown as Context
  await refusalBeforeWrite(ctx, handler, { name: 'things.batch', input: { body: {} } })
  expect(seen).toEqual([{ statement_timeout: '5s' }, { statement_timeout: '1min' }])
})
