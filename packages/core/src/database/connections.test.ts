import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './client.ts'
import { connections, connectionUrl } from './connections.ts'

test('the page about several machines says how many connections a node and a console open', () => {
  const { requests, thread, changes, deliveries, erasures, otherJobs, samples, signals } =
    connections
  const console = requests + changes + samples + signals
  const api = console + thread + deliveries + erasures + otherJobs
  const page = readFileSync(
    new URL('../../../../docs/operations/cluster.md', import.meta.url),
    'utf8',
  )
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `An API node opens up to ${api} connections to Postgres, a console up to ${console}.`,
  )
})

test('a URL keeps its own parameters; of its settings, those of the purpose win, and over the usual ones its own', () => {
  const own = 'options=-c%20tcp_keepalives_idle%3D60'
  const url = connectionUrl(
    `postgres://ann:p%25w@db:5433/sluice?sslmode=require&${own}`,
    'sluice jobs',
    { synchronous_commit: 'on' },
  )
  expect(url).toMatch(/^postgres:\/\/ann:p%25w@db:5433\/sluice\?sslmode=require&/)
  const { searchParams } = new URL(url)
  expect(searchParams.get('application_name')).toBe('sluice jobs')
  expect(searchParams.get('options')).toMatch(
    /^-c .* -c tcp_keepalives_idle=60 -c synchronous_commit=on$/,
  )
})

test('Postgres ends sessions of lost nodes', async () => {
  const db = openDatabase(inject('databaseUrl'))
  onTestFinished(() => db.$disconnect())
  const rows = await db.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_%' OR name LIKE 'idle_in_transaction_%'`
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
    idle_in_transaction_session_timeout: 60_000,
    ...{ tcp_keepalives_count: 3, tcp_keepalives_idle: 10, tcp_keepalives_interval: 5 },
    tcp_user_timeout: 20_000,
  })
})
