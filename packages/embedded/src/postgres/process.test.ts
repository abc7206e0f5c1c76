import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
// Shared, for making a cluster takes longer than all else: every test leaves it stopped and whole.
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

async function ask(postgres: PostgresProcess, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

it('keeps its data and its port over a restart', async () => {
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

it('is durable, listens on loopback only and asks for the password', async () => {
  const postgres = await start()
  const settings = `SELECT current_setting('fsync'), current_setting('listen_addresses'),
    current_setting('unix_socket_directories'), current_setting('TimeZone'), lower('É')`
  expect(await ask(postgres, settings)).toEqual([['on', '127.0.0.1', '', 'UTC', 'é']])
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

it('replaces a Postgres whose keeper was killed', async () => {
  const orphaned = await start()
  await ask(orphaned, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
  process.kill(orphaned.pid, 'SIGKILL')
  await orphaned.exited
  expect(describeProcess(orphaned.serverPid)).toBeDefined()
  const next = await start({ port: orphaned.port })
  expect(describeProcess(orphaned.serverPid)).toBeUndefined()
  expect(await ask(next, 'SELECT kept FROM t')).toEqual([[1]])
})

it('recovers when Postgres itself was killed, and says that it was', async () => {
  const killed = await start()
  await ask(killed, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
  process.kill(killed.serverPid, 'SIGKILL')
  expect(await killed.exited).toMatchObject({
    code: 1,
    reason: { message: expect.stringContaining('Postgres ended unexpectedly') },
  })
  expect(await ask(await start(), 'SELECT kept FROM t')).toEqual([[1]])
})

it('stops when its supervisor is killed, and makes way for the next start', async () => {
  const options = { directory: place, password }
  const { pid, serverPid } = await underKilledSupervisor({ store: 'postgres', options })
  await start()
  expect([pid, serverPid].map(describeProcess)).toEqual([undefined, undefined])
})

it.each(['4194303', String(process.pid)])('is not kept by a stale pid file of %s', async (pid) => {
  const first = await start()
  await ask(first, 'CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS kept')
  const pidFile = path.join(place, 'postmaster.pid')
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  writeFileSync(pidFile, [pid, ...rest].join('\n'))
  expect(await ask(await start(), 'SELECT kept FROM t')).toEqual([[1]])
})

it('refuses a directory that a living keeper serves', { timeout: 20_000 }, async () => {
  const running = await start()
  await expect(start()).rejects.toMatchObject({
    code: 'already-running',
    message: expect.stringContaining(`process ${running.serverPid}`),
  })
  expect(await ask(running, 'SELECT 1')).toEqual([[1]])
})

it('refuses a port that is taken', async () => {
  const { port } = await start()
  const other = temporaryDirectory()
  const second = forkPostgres({ directory: `${other.path}/postgres`, password, port })
  await expect(second).rejects.toMatchObject({
    code: 'port-taken',
    message: expect.stringContaining(`Port ${port} `),
  })
  other.remove()
})

it('refuses another password than that of its directory', async () => {
  await (await start()).stop()
  await expect(start({ password: 'other' })).rejects.toMatchObject({ code: 'password-mismatch' })
})

it('takes an interrupted initialization for nothing', async () => {
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

it('refuses a directory of something else', async () => {
  const letters = path.join(directory.path, 'letters')
  mkdirSync(letters)
  writeFileSync(path.join(letters, 'first.txt'), 'dear')
  const started = forkPostgres({ directory: letters, password })
  await expect(started).rejects.toMatchObject({ code: 'data-directory-foreign' })
  expect(readdirSync(letters)).toEqual(['first.txt'])
})

it('refuses the data of another major version', async () => {
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

it.runIf(isRoot)('says which directory keeps the system user of Postgres out', async () => {
  const closed = path.join(directory.path, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  await expect(
    forkPostgres({ directory: path.join(closed, 'data/postgres'), password }),
  ).rejects.toMatchObject({
    code: 'data-directory-unreachable',
    message: expect.stringContaining(`may not enter ${closed},`),
  })
})

it.runIf(isRoot)('chooses another place than one that Postgres cannot reach', () => {
  const closed = path.join(directory.path, 'shut')
  mkdirSync(closed, { mode: 0o700 })
  const chosen = postgresDirectory(closed)
  expect(chosen.barrier).toBe(closed)
  expect(chosen.directory).toMatch(/^\/var\/lib\/sluice\/[0-9a-f]{16}\/postgres$/)
  expect(postgresDirectory(closed)).toEqual(chosen)
  expect(postgresDirectory(directory.path)).toEqual({ directory: place })
})
