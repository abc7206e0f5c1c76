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

/** Transactions of an organization that are open until they are told to end; `opened` once one of them is. */
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

test('transactions of one organization leave connections to the others', async () => {
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

test('a request that asks for a second connection beside its transaction gets it, however many do', async () => {
  const all = ['a', 'b', 'c'].map((organization) => hold(organization, 8, () => one()))
  for (const { end } of all) end()
  const ended = await Promise.all(all.map((held) => held.ended))
  expect(ended.map(({ length }) => length)).toEqual([8, 8, 8])
})

test('what the service itself asks has turns of its own', async () => {
  const greedy = hold('greedy', 24)
  await greedy.opened
  expect(await one()).toEqual([{ one: 1 }])
  greedy.end()
  await greedy.ended
})

describe('a turn comes back', () => {
  test('after a statement and a transaction that failed', async () => {
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

  test('after a transaction that took too long', async () => {
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

test('what is too much to wait is refused, as a problem that says so', async () => {
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
