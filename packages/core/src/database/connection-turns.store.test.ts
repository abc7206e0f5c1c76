import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './client.ts'
import { asOrganization } from './connection-turns.ts'
import { asProblem } from './store-errors.ts'

let db: Database
beforeEach(() => {
  db = openDatabase(inject('databaseUrl'), 6)
})
afterEach(() => db.$disconnect())

const one = (client: Pick<Database, '$queryRaw'> = db) => client.$queryRaw`SELECT 1 AS one`

/** Transactions of an organization that stay open until `end`; `opened` resolves once one of them is open. */
function hold(
  organization: string,
  count: number,
  inside: () => Promise<unknown> = async () => {},
) {
  const gate = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const all = Array.from({ length: count }, () =>
    asOrganization(organization, () =>
      db.$transaction(
        async (transaction) => {
          await one(transaction)
          opened.resolve()
          await gate.promise
          await inside()
        },
        { maxWait: 20_000, timeout: 20_000 },
      ),
    ),
  )
  return { opened: opened.promise, ended: Promise.all(all), end: gate.resolve }
}

test('transactions of one organization leave connections for the others', async () => {
  const greedy = hold('greedy', 24)
  await greedy.opened
  for (let i = 0; i < 3; i += 1) {
    expect(await asOrganization('bystander', () => one())).toEqual([{ one: 1 }])
  }
  const inside = asOrganization('bystander', () =>
    db.$transaction((transaction) => one(transaction)),
  )
  expect(await inside).toEqual([{ one: 1 }])
  greedy.end()
  await greedy.ended
})

test('rows that two organizations ask for in one tick are read in the turn of each', async () => {
  const greedy = hold('greedy', 24)
  await greedy.opened
  const find = (organization: string) =>
    asOrganization(organization, () => db.organization.findUnique({ where: { id: organization } }))
  const theirs = find('greedy')
  expect(await find('bystander')).toBeNull()
  greedy.end()
  await greedy.ended
  expect(await theirs).toBeNull()
})

test('concurrent requests that need a second connection beside their transaction all get it', async () => {
  const all = ['a', 'b', 'c'].map((organization) => hold(organization, 8, () => one()))
  for (const { end } of all) end()
  const ended = await Promise.all(all.map((held) => held.ended))
  expect(ended.map(({ length }) => length)).toEqual([8, 8, 8])
})

test('queries of the service itself run while an organization uses all its turns', async () => {
  const greedy = hold('greedy', 24)
  await greedy.opened
  expect(await one()).toEqual([{ one: 1 }])
  greedy.end()
  await greedy.ended
})

describe('a connection turn', () => {
  test('is released after a failed statement or transaction', async () => {
    for (let i = 0; i < 10; i += 1) {
      const failing = asOrganization('acme', () => db.$queryRaw`SELECT nothing FROM nowhere`)
      await expect(failing).rejects.toThrow()
      const broken = asOrganization('acme', () =>
        db.$transaction(async (transaction) => transaction.$queryRaw`SELECT nothing FROM nowhere`),
      )
      await expect(broken).rejects.toThrow()
    }
    await asOrganization('acme', () => one())
  })

  test('is released after a transaction that timed out', async () => {
    for (let i = 0; i < 6; i += 1) {
      const late = asOrganization('acme', () =>
        db.$transaction(async (transaction) => transaction.$queryRaw`SELECT pg_sleep(0.02)::text`, {
          timeout: 1,
        }),
      )
      await expect(late).rejects.toMatchObject({ code: 'P2028' })
    }
    await asOrganization('acme', () => one())
  })
})

test('queries beyond the waiting limit are rejected as unavailable', async () => {
  const greedy = hold('greedy', 24)
  await greedy.opened
  const asked = Array.from({ length: 300 }, () => asOrganization('greedy', () => one()))
  const refused = await Promise.race(asked).catch(asProblem)
  expect(refused).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  await asOrganization('bystander', () => one())
  greedy.end()
  await greedy.ended
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(200)
})

test('a transaction beyond the waiting limit is rejected as unavailable', async () => {
  const greedy = hold('greedy', 24)
  await greedy.opened
  const asked = Array.from({ length: 300 }, () =>
    asOrganization('greedy', () => db.$transaction(async () => {}, { maxWait: 20_000 })),
  )
  const settled = Promise.allSettled(asked)
  const refused = await Promise.race(asked).catch(asProblem)
  expect(refused).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  greedy.end()
  await greedy.ended
  await settled
})

test('a deadlock of two transactions is a conflict for one of them', async () => {
  const bothLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const crossed = [0, 1].map((own) =>
    db.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(7007, ${own}::int)::text`
      bothLocked[own]?.resolve()
      await Promise.all(bothLocked.map(({ promise }) => promise))
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(7007, ${1 - own}::int)::text`
    }),
  )
  const ended = await Promise.allSettled(crossed)
  const failed = ended.filter((each) => each.status === 'rejected')
  expect(failed).toHaveLength(1)
  expect(asProblem(failed[0]?.reason)).toMatchObject({ code: 'conflict', status: 409 })
})

test('Postgres cancels every statement that takes very long', async () => {
  const [row] = await db.$queryRaw<{ limit: string }[]>`
    SELECT current_setting('statement_timeout') AS limit`
  expect(row).toEqual({ limit: '2min' })
})
