import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { underKilledSupervisor } from '../../test/killed-supervisor.ts'
import { temporaryDirectory } from '../../test/temporary-directory.ts'
import { describeProcess } from '../process/describe-process.ts'
import { postgresDirectory } from './directory.ts'
import { forkPostgres, type PostgresProcess } from './fork.ts'

const password = `p'w \\ @:/%"é`
const isRoot = process.getuid?.() === 0
// Shared, because creating a cluster is slow: every test leaves it stopped and intact.
const directory = temporaryDirectory()
const place = path.join(directory.path, 'postgres')
let started: PostgresProcess[] = []

afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()))
  started = []
})
afterAll(() => directory.remove())

async function start(options: { port?: number; password?: string } = {}): Promise<PostgresProcess> {
  const postgres = await forkPostgres({ directory: place, password, ...options })
  started.push(postgres)
  return postgres
}

async function ask(
  postgres: PostgresProcess,
  sql: string,
  connectionString = postgres.url,
): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

it('Postgres keeps its data and port across a restart', async () => {
  const first = await start()
  await ask(first, 'CREATE TABLE answers AS SELECT 42 AS answer')
  await first.stop()
  expect(await first.exited).toEqual({ code: 0, signal: null, reason: undefined })
  expect(describeProcess(first.serverPid)).toBeUndefined()
  const second = await start({ port: first.port })
  expect(second.url).toBe(first.url)
  expect(await ask(second, 'SELECT answer, current_database() FROM answers')).toEqual([
    [42, 'sluice'],
  ])
})

it('Postgres is durable, listens on loopback only and requires the password', async () => {
  const postgres = await start()
  const settings = `SELECT current_setting('fsync'), current_setting('listen_addresses'),
    current_setting('unix_socket_directories'), current_setting('TimeZone'), lower('É')`
  expect(await ask(postgres, settings, postgres.superuserUrl)).toEqual([
    ['on', '127.0.0.1', '', 'UTC', 'é'],
  ])
  const url = new URL(postgres.url)
  url.password = 'wrong'
  const stranger = new pg.Client({ connectionString: url.href })
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  if (process.platform !== 'linux') return
  for (const pid of [postgres.pid, postgres.serverPid]) {
    const seen = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
    expect(seen.join()).not.toContain(`p'w`)
  }
})

it("the product's role owns its database and has no other privilege", async () => {
  const postgres = await start()
  const role = `SELECT current_user::text, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
    FROM pg_roles WHERE rolname = current_user`
  expect(await ask(postgres, role)).toEqual([['sluice', false, false, false, false, false]])
  await ask(
    postgres,
    `CREATE SCHEMA its_own; CREATE TABLE its_own.t (id int); CREATE EXTENSION IF NOT EXISTS pg_trgm;
     LISTEN changes; DROP SCHEMA its_own CASCADE`,
  )
  for (const beyond of [
    "COPY (SELECT 1) TO PROGRAM 'id'",
    "COPY (SELECT 1) TO '/tmp/sluice-was-here'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd')",
    'SELECT rolpassword FROM pg_authid',
    'ALTER SYSTEM SET fsync = off',
    'CREATE ROLE other SUPERUSER',
    'ALTER ROLE sluice SUPERUSER',
    'CREATE DATABASE other',
    'CREATE EXTENSION plpython3u',
    'SET session_replication_role = replica',
  ]) {
    await expect(ask(postgres, beyond), beyond).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|58P01|0A000)$/),
    })
  }
  expect(postgres.url).not.toContain(encodeURIComponent(password))
})

it("a database owned by the superuser is handed over to the product's role", async () => {
  const earlier = await start()
  await ask(
    earlier,
    `ALTER DATABASE sluice OWNER TO postgres; CREATE SCHEMA old; CREATE TYPE old.mood AS ENUM ('fine');
     CREATE TABLE old.things (id serial PRIMARY KEY, mood old.mood);
     CREATE SEQUENCE old.numbers; CREATE VIEW old.seen AS SELECT id FROM old.things;
     CREATE FUNCTION old.one() RETURNS int LANGUAGE sql RETURN 1; CREATE EXTENSION IF NOT EXISTS btree_gin;
     INSERT INTO old.things (mood) VALUES ('fine')`,
    earlier.superuserUrl,
  )
  await expect(ask(earlier, 'SELECT FROM old.things')).rejects.toMatchObject({ code: '42501' })
  await earlier.stop()
  const now = await start()
  await ask(
    now,
    `ALTER TABLE old.things ADD COLUMN note text; ALTER TYPE old.mood ADD VALUE 'sad';
     CREATE OR REPLACE FUNCTION old.one() RETURNS int LANGUAGE sql RETURN 2;
     INSERT INTO old.things (mood, note) VALUES ('fine', 'x')`,
  )
  expect(await ask(now, 'SELECT count(*)::int, old.one() FROM old.seen')).toEqual([[2, 2]])
  await ask(now, 'DROP SCHEMA old CASCADE')
  expect(
    await ask(now, `SELECT datdba::regrole::text FROM pg_database WHERE datname = 'sluice'`),
  ).toEqual([['sluice']])
})

it('a start replaces a Postgres whose parent process was killed', async () => {
  const orphaned = await start()
  await ask(orphaned, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
  process.kill(orphaned.pid, 'SIGKILL')
  await orphaned.exited
  expect(describeProcess(orphaned.serverPid)).toBeDefined()
  const next = await start({ port: orphaned.port })
  expect(describeProcess(orphaned.serverPid)).toBeUndefined()
  expect(await ask(next, 'SELECT kept FROM t')).toEqual([[1]])
})

it('a killed Postgres is reported, and the next start recovers its data', async () => {
  const killed = await start()
  await ask(killed, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
  process.kill(killed.serverPid, 'SIGKILL')
  expect(await killed.exited).toMatchObject({
    code: 1,
    reason: { message: expect.stringContaining('Postgres ended unexpectedly') },
  })
  expect(await ask(await start(), 'SELECT kept FROM t')).toEqual([[1]])
})

it('a start of Postgres that recovers for long ends when asked', { timeout: 40_000 }, async () => {
  await (await start()).stop()
  const settings = path.join(place, 'postgresql.auto.conf')
  const before = readFileSync(settings)
  writeFileSync(settings, "restore_command = 'sleep 60 2>/dev/null'\n")
  writeFileSync(path.join(place, 'recovery.signal'), '')
  const end = new AbortController()
  const log = (line: string) => line.includes('database system was shut down') && end.abort()
  const { signal } = end
  const starting = forkPostgres({ directory: place, password, log, signal })
  await expect(starting).rejects.toMatchObject({ code: 'failed' })
  expect(existsSync(path.join(place, 'postmaster.pid'))).toBe(false)
  writeFileSync(settings, before)
  rmSync(path.join(place, 'recovery.signal'))
  expect(await ask(await start(), 'SELECT 1')).toEqual([[1]])
})

it('Postgres stops when its supervisor is killed, so that the next start succeeds', async () => {
  const options = { directory: place, password }
  const { pid, serverPid } = await underKilledSupervisor({ store: 'postgres', options })
  await start()
  expect([pid, serverPid].map(describeProcess)).toEqual([undefined, undefined])
})

it.each(['4194303', String(process.pid)])(
  'Postgres starts despite a stale pid file of process %s',
  async (pid) => {
    const first = await start()
    await ask(first, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
    const pidFile = path.join(place, 'postmaster.pid')
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
    await first.stop()
    writeFileSync(pidFile, [pid, ...rest].join('\n'))
    expect(await ask(await start(), 'SELECT kept FROM t')).toEqual([[1]])
  },
)

it('Postgres starts despite a pid file that a full disk or a power loss has left empty', async () => {
  const first = await start()
  await ask(first, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
  await first.stop()
  writeFileSync(path.join(place, 'postmaster.pid'), '')
  expect(await ask(await start(), 'SELECT kept FROM t')).toEqual([[1]])
})

it('Postgres does not start on a directory that another process serves', {
  timeout: 20_000,
}, async () => {
  const running = await start()
  await expect(start()).rejects.toMatchObject({
    code: 'already-running',
    message: expect.stringContaining(`process ${running.serverPid}`),
  })
  expect(await ask(running, 'SELECT 1')).toEqual([[1]])
})

it('Postgres does not start on a taken port', async () => {
  const { port } = await start()
  const other = temporaryDirectory()
  const second = forkPostgres({ directory: `${other.path}/postgres`, password, port })
  await expect(second).rejects.toMatchObject({
    code: 'port-taken',
    message: expect.stringContaining(`Port ${port} `),
  })
  other.remove()
})

it('Postgres does not start with another password than that of its directory', async () => {
  await (await start()).stop()
  await expect(start({ password: 'other' })).rejects.toMatchObject({ code: 'password-mismatch' })
})

it('Postgres removes what an interrupted initialization left', async () => {
  const other = temporaryDirectory()
  const leftover = path.join(other.path, 'postgres.new-4194303-abcdef/data')
  mkdirSync(path.join(leftover, 'base'), { recursive: true })
  writeFileSync(path.join(leftover, 'PG_VERSION'), '18\n')
  const postgres = await forkPostgres({ directory: `${other.path}/postgres`, password })
  expect(await ask(postgres, 'SELECT 1')).toEqual([[1]])
  await postgres.stop()
  expect(readdirSync(other.path)).toEqual(['postgres'])
  other.remove()
})

it('Postgres makes no new database where there was one', async () => {
  const gone = path.join(directory.path, 'gone')
  const started = forkPostgres({ directory: gone, password, made: true })
  await expect(started).rejects.toMatchObject({
    code: 'data-directory-lost',
    message: expect.stringContaining(`not in ${gone}.`),
  })
  expect(existsSync(gone)).toBe(false)
})

it('Postgres does not start on a directory with foreign files', async () => {
  const letters = path.join(directory.path, 'letters')
  mkdirSync(letters)
  writeFileSync(path.join(letters, 'first.txt'), 'dear')
  const started = forkPostgres({ directory: letters, password })
  await expect(started).rejects.toMatchObject({ code: 'data-directory-foreign' })
  expect(readdirSync(letters)).toEqual(['first.txt'])
})

it('Postgres does not start on data of another major version', async () => {
  await (await start()).stop()
  const versionFile = path.join(place, 'PG_VERSION')
  const version = readFileSync(versionFile)
  writeFileSync(versionFile, '17\n')
  await expect(start()).rejects.toMatchObject({
    code: 'wrong-version',
    message: expect.stringContaining('belongs to PostgreSQL 17'),
  })
  writeFileSync(versionFile, version)
})

it.runIf(isRoot)(
  "an error names the directory that Postgres's system user may not enter",
  async () => {
    const closed = path.join(directory.path, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    await expect(
      forkPostgres({ directory: path.join(closed, 'data/postgres'), password }),
    ).rejects.toMatchObject({
      code: 'data-directory-unreachable',
      message: expect.stringContaining(`may not enter ${closed},`),
    })
  },
)

it.runIf(isRoot)(
  'another directory is chosen when Postgres cannot reach the configured one',
  () => {
    const closed = path.join(directory.path, 'shut')
    mkdirSync(closed, { mode: 0o700 })
    const chosen = postgresDirectory(closed)
    expect(chosen).toMatch(/^\/var\/lib\/sluice\/[0-9a-f]{16}\/postgres$/)
    expect(postgresDirectory(closed)).toBe(chosen)
    expect(postgresDirectory(directory.path)).toBe(place)
  },
)
