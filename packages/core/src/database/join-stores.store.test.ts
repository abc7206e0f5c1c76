import { randomUUID } from 'node:crypto'
import { connect, installationsOf } from '@sluice/clickhouse'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isJoined, joinStores, migrateTelemetry } from '../migrate.ts'
import { ownDatabase } from '../testing/own-database.ts'

/** A migrated Postgres, and SQL on it. */
async function newPostgres() {
  const { url, drop } = await ownDatabase(inject('databaseUrl'))
  onTestFinished(drop)
  async function run(sql: string) {
    const client = new Client({ connectionString: url })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }
  await run('DELETE FROM installation')
  return { url, run }
}

/** A ClickHouse database with this version's schema. */
async function newClickHouse() {
  const database = `joined_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('clickhouseUrl'))
  url.pathname = `/${database}`
  await migrateTelemetry({ url: url.href })
  const client = connect({ url: url.href })
  onTestFinished(async () => {
    await client.command({ query: `DROP DATABASE ${database}` })
    await client.close()
  })
  return { url: url.href, client }
}

test('processes that start at once on new stores agree on one installation', async () => {
  const [postgres, clickhouse] = await Promise.all([newPostgres(), newClickHouse()])
  const stores = { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url }
  const [id = '', ...others] = await Promise.all([1, 2, 3].map(() => joinStores(stores)))
  expect(others).toEqual([id, id])
  expect(await installationsOf(clickhouse.client)).toEqual([id])
  expect(await joinStores({ ...stores, remembered: id })).toBe(id)

  // The tables that are checked for tenants' rows.
  const found = await clickhouse.client.query({
    query: `SELECT DISTINCT table FROM system.columns
      WHERE database = currentDatabase() AND name = 'organization' ORDER BY table`,
    format: 'JSONEachRow',
  })
  const tables = (await found.json<{ table: string }>()).map(({ table }) => table)
  expect(tables).toEqual([
    'accepted',
    'accepted_hours',
    'latest',
    'requests',
    'rollups',
    'samples',
    'touched',
  ])
})

test('a process that is killed before ClickHouse has the id is taken up again', async () => {
  const [postgres, clickhouse] = await Promise.all([newPostgres(), newClickHouse()])
  const id = randomUUID()
  await postgres.run(`INSERT INTO installation (id) VALUES ('${id}')`)
  expect(await isJoined(postgres.url)).toBe(false)
  const stores = { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url }
  expect(await joinStores(stores)).toBe(id)
  expect(await installationsOf(clickhouse.client)).toEqual([id])
  expect(await isJoined(postgres.url)).toBe(true)
})

test("a new Postgres is refused over another one's ClickHouse, used or not, and makes no id", async () => {
  const [mine, stranger, clickhouse] = await Promise.all([
    newPostgres(),
    newPostgres(),
    newClickHouse(),
  ])
  await joinStores({ databaseUrl: mine.url, clickhouseUrl: clickhouse.url })
  const stores = { databaseUrl: stranger.url, clickhouseUrl: clickhouse.url }
  await expect(joinStores(stores)).rejects.toThrow(
    `ClickHouse (${new URL(clickhouse.url).host}${new URL(clickhouse.url).pathname})`,
  )
  expect(await isJoined(stranger.url)).toBe(false)
  await stranger.run(`INSERT INTO installation VALUES (true, '${randomUUID()}', true)`)
  await expect(joinStores(stores)).rejects.toThrow('different installations')
})

test('samples of before there were ids are refused to a Postgres without organizations only', async () => {
  const [postgres, clickhouse] = await Promise.all([newPostgres(), newClickHouse()])
  await clickhouse.client.insert({
    ...{ table: 'samples', format: 'JSONEachRow' },
    values: [{ organization: 1, thing: 1, metric: 1, time: '2026-01-01 00:00:00', version: 1 }],
  })
  const stores = { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url }
  await expect(joinStores(stores)).rejects.toThrow('holds data of organizations')
  await postgres.run(
    `INSERT INTO organizations (id, name, slug, "updatedAt") VALUES ('acme', 'Acme', 'acme', now())`,
  )
  expect(await installationsOf(clickhouse.client)).toEqual([])
  expect(await joinStores(stores)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a Postgres that was joined refuses a new ClickHouse', async () => {
  const [postgres, old, lost] = await Promise.all([newPostgres(), newClickHouse(), newClickHouse()])
  const id = await joinStores({ databaseUrl: postgres.url, clickhouseUrl: old.url })
  const stores = { databaseUrl: postgres.url, clickhouseUrl: lost.url }
  await expect(joinStores(stores)).rejects.toThrow(`VALUES ('${id}')`)
  await lost.client.command({ query: `INSERT INTO installation (id) VALUES ('${id}')` })
  expect(await joinStores(stores)).toBe(id)
})

/** Numbers of an organization, a thing and a metric that a call would get. */
const NEXT = `SELECT nextval('organizations_number_seq')::int AS organization,
  nextval('things_number_seq')::int AS thing, nextval('metric_keys_number_seq')::int AS metric`

test('a Postgres of an earlier backup gives no number that ClickHouse has rows of', async () => {
  const [postgres, clickhouse] = await Promise.all([newPostgres(), newClickHouse()])
  const stores = { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url }
  await joinStores(stores)
  expect(await postgres.run(NEXT)).toEqual([{ organization: 1, thing: 1, metric: 1 }])

  const series = { organization: 2, thing: 40, metric: 7 }
  const [time, day] = ['2099-01-01 00:00:00', '2099-01-01']
  for (const [table, row] of [
    ['latest', { ...series, time }],
    // Of a thing whose samples were erased, and of an organization that only asked.
    ['accepted', { organization: 2, thing: 50, day, samples: 1 }],
    ['requests', { organization: 9, key: 'AAAAAAAAAAAA', time }],
    ['latest', { organization: 2 ** 31, thing: 2 ** 32 - 1, metric: 2 ** 31, time }],
  ] as const)
    await clickhouse.client.insert({ table, values: [row], format: 'JSONEachRow' })
  await Promise.all([joinStores(stores), joinStores(stores)])
  expect(await postgres.run(NEXT)).toEqual([{ organization: 10, thing: 51, metric: 8 }])

  await postgres.run(`SELECT setval('things_number_seq', 1000)`)
  await joinStores(stores)
  expect(await postgres.run(NEXT)).toEqual([{ organization: 11, thing: 1001, metric: 9 }])
})

test('the first number is not given again either', async () => {
  const [postgres, clickhouse] = await Promise.all([newPostgres(), newClickHouse()])
  const values = [{ organization: 1, thing: 1, metric: 1, time: '2026-01-01 00:00:00' }]
  const stores = { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url }
  await joinStores(stores)
  await clickhouse.client.insert({ table: 'latest', values, format: 'JSONEachRow' })
  await joinStores(stores)
  expect(await postgres.run(NEXT)).toEqual([{ organization: 2, thing: 2, metric: 2 }])
})
