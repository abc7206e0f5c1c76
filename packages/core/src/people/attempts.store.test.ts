import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { inThePast } from '../testing/in-the-past.ts'
import { countAttempt, forgetAttempts, returnAttempt } from './attempts.ts'

const core = openTestCore()
afterAll(() => core.close())

const rule = { window: 60, max: 3 }

/** Attempts at seconds in the past, with one key by default. */
function undone(
  work: (at: (second: number, key?: string) => ReturnType<typeof countAttempt>) => Promise<void>,
): Promise<void> {
  const own = randomUUID()
  return inThePast(core, ({ db, clock }) => {
    const start = clock().getTime()
    return work((second, key = own) =>
      countAttempt({ db, clock: () => new Date(start + second * 1000) }, key, rule),
    )
  })
}

test('attempts beyond the limit are rejected until their window ends', () =>
  undone(async (at) => {
    for (const second of [0, 10, 20]) {
      expect(await at(second)).toEqual({ allowed: true, retryAfter: null })
    }
    expect(await at(45)).toEqual({ allowed: false, retryAfter: 15 })
    expect(await at(59.9)).toEqual({ allowed: false, retryAfter: 1 })
  }))

test('rejected attempts do not prolong the window', () =>
  undone(async (at) => {
    for (let second = 0; second < 60; second += 5) await at(second)
    expect(await at(60)).toMatchObject({ allowed: true })
  }))

test('expired attempts are deleted', () =>
  undone(async (at) => {
    for (let tries = 0; tries < 4; tries++) await at(0)
    await at(3_601, randomUUID())
    // A new window: in the old one this second was rejected.
    expect(await at(1)).toMatchObject({ allowed: true })
  }))

test('concurrent attempts are all counted, separately for each key', async () => {
  const key = randomUUID()
  const made = await Promise.all(
    Array.from({ length: 10 }, () => countAttempt({ ...core, clock: () => new Date() }, key, rule)),
  )
  expect(made.filter(({ allowed }) => allowed)).toHaveLength(3)
  expect(await countAttempt(core, randomUUID(), rule)).toMatchObject({ allowed: true })
})

test('a returned attempt does not count, and a count never falls below zero', async () => {
  const key = randomUUID()
  const now = { ...core, clock: () => new Date() }
  await returnAttempt(now, key, rule)
  for (let tries = 0; tries < 6; tries++) {
    expect(await countAttempt(now, key, rule)).toMatchObject({ allowed: true })
    await returnAttempt(now, key, rule)
  }
  await returnAttempt(now, key, rule)
  for (let tries = 0; tries < 3; tries++) await countAttempt(now, key, rule)
  expect(await countAttempt(now, key, rule)).toMatchObject({ allowed: false })
})

test('attempts of a day are kept for a day, and forgotten with the others of their key', () =>
  inThePast(core, async ({ db, clock }) => {
    const [key, start] = [randomUUID(), clock().getTime()]
    const daily = { window: 86_400, max: 1 }
    const at = (hour: number) => ({ db, clock: () => new Date(start + hour * 3_600_000) })
    expect(await countAttempt(at(0), key, daily)).toMatchObject({ allowed: true })
    // A new count deletes old ones.
    await countAttempt(at(23), randomUUID(), rule)
    expect(await countAttempt(at(23), key, daily)).toEqual({ allowed: false, retryAfter: 3_600 })
    expect(await countAttempt(at(23), key, rule)).toMatchObject({ allowed: true })
    expect(await countAttempt(at(24), key, daily)).toMatchObject({ allowed: true })
    await forgetAttempts({ db }, key)
    expect(await countAttempt(at(24), key, daily)).toMatchObject({ allowed: true })
  }))

test.each([
  ['attempts', `since < now()`],
  ['verifications', `"expiresAt" < now()`],
  ['verifications', `value = 'x'`],
])('no sign-in scans all %s for those where %s', async (table, condition) => {
  const plan = await core.db.$transaction(async (db) => {
    // Tests have few rows, which Postgres would scan.
    await db.$executeRaw`SET LOCAL enable_seqscan = off`
    return db.$queryRawUnsafe(`EXPLAIN DELETE FROM ${table} WHERE ${condition}`)
  })
  expect(JSON.stringify(plan)).toContain('Index Cond')
})

test('the longest value can be kept', async () => {
  const value = randomBytes(10_000).toString('hex')
  const row = { id: randomUUID(), identifier: randomUUID(), value, expiresAt: new Date(0) }
  expect(await core.db.verification.create({ data: row })).toMatchObject({ value })
})
