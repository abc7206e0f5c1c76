import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '@sluice/runtime/directory-lock'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openMemory } from '../data/memory.ts'
import { writeRuntime } from '../data/runtime.ts'
import { keptSecrets } from '../data/secrets.ts'
import { readEnvironment } from '../environment.ts'
import { createDatabase } from '../testing/create-database.ts'
import { runCli } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { useCli } from '../testing/use-cli.ts'
import { withStores } from './locate.ts'
import { postgresPlace } from './postgres-place.ts'

test('without a running product, a command starts the embedded stores while it runs', async () => {
  const DATA_DIR = temporaryDirectory()
  // Postgres runs as another user when this is root.
  chmodSync(DATA_DIR, 0o755)
  const sluice = (...args: string[]) => runCli([...args, '--json'], { DATA_DIR })
  const made = await sluice('organizations', 'create', '--id', 'acme', '--name', 'Acme')
  expect(made).toMatchObject({ exitCode: 0, stderr: '' })
  const { stdout } = await sluice('organizations', 'list')
  expect(JSON.parse(stdout).items).toMatchObject([{ id: 'acme' }])
  takeLock(DATA_DIR)?.release()

  const { url, drop } = await createDatabase(inject('databaseUrl'))
  onTestFinished(drop)
  const environment = { DATA_DIR, DATABASE_URL: url, KEY_PEPPERS: `1:${'k'.repeat(40)}` }
  const other = await runCli(['migrate'], environment)
  expect(other).toMatchObject({ exitCode: 1, stdout: '' })
  expect(other.stderr).toContain(`ClickHouse (${join(DATA_DIR, 'clickhouse')}) and Postgres (`)

  rmSync(postgresPlace({ dataDir: DATA_DIR, memory: openMemory(DATA_DIR) }).directory, {
    recursive: true,
  })
  const lost = await sluice('organizations', 'create', '--id', 'stranger', '--name', 'Stranger')
  expect(lost).toMatchObject({ exitCode: 1, stdout: '' })
  expect(lost.stderr).toContain('Postgres has been used with this data directory')
  expect(lost.stderr).toContain(`Its log: ${join(DATA_DIR, 'logs/postgres.log')}`)
  expect(readFileSync(join(DATA_DIR, 'logs/postgres.log'), 'utf8')).toContain('ready to accept')
})

test('over a database that was not joined with ClickHouse nothing is made', async () => {
  const { url, drop } = await createDatabase(inject('databaseUrl'))
  onTestFinished(drop)
  const { core, sluice } = useCli(url)
  onTestFinished(() => core.close())
  await core.db.installation.deleteMany()
  const made = await sluice('organizations', 'create', '--id', 'acme', '--name', 'Acme')
  expect(made).toMatchObject({ exitCode: 1, stdout: '' })
  expect(made.stderr).toContain('npx sluice migrate')
  const migrated = await sluice('migrate')
  expect(migrated).toMatchObject({ exitCode: 1, stdout: '' })
  expect(migrated.stderr).toMatch(/^Postgres \(.*\) is new/)
})

test('a command uses the stores of a running product', async () => {
  const dataDir = temporaryDirectory()
  const lock = takeLock(dataDir)
  const stores = { databaseUrl: inject('databaseUrl'), clickhouseUrl: inject('clickhouseUrl') }
  const apiUrl = 'http://api.example'
  writeRuntime(dataDir, { pid: process.pid, apiUrl, consoleUrl: apiUrl, stores })
  const environment = readEnvironment({ DATA_DIR: dataDir })
  expect(await withStores(environment, async (addresses) => addresses)).toEqual(stores)
  lock?.release()
})

test('a command does not migrate the stores of a running product', async () => {
  const { url, drop } = await createDatabase(inject('databaseUrl'))
  onTestFinished(drop)
  const { core } = useCli(url)
  onTestFinished(() => core.close())
  await core.db.$executeRaw`DELETE FROM _prisma_migrations
    WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`
  const dataDir = temporaryDirectory()
  keptSecrets(dataDir)
  const lock = takeLock(dataDir)
  const stores = { databaseUrl: url, clickhouseUrl: inject('clickhouseUrl') }
  const apiUrl = 'http://api.example'
  writeRuntime(dataDir, { pid: process.pid, apiUrl, consoleUrl: apiUrl, stores })
  const listed = await runCli(['organizations', 'list'], { DATA_DIR: dataDir })
  expect(listed).toMatchObject({ exitCode: 1, stdout: '' })
  expect(listed.stderr).toContain("The database's schema is behind")
  lock?.release()
})

test('stores configured by the environment need no data directory', async () => {
  const environment = readEnvironment({
    DATA_DIR: '/dev/null/nowhere',
    DATABASE_URL: 'postgres://db.example/sluice',
    CLICKHOUSE_URL: 'http://telemetry.example:8123',
  })
  expect(await withStores(environment, async (addresses) => addresses)).toEqual({
    databaseUrl: 'postgres://db.example/sluice',
    clickhouseUrl: 'http://telemetry.example:8123',
  })
})
