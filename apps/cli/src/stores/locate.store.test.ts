import { chmodSync } from 'node:fs'
import { takeLock } from '@sluice/runtime/directory-lock'
import { expect, inject, test } from 'vitest'
import { writeRuntime } from '../data/runtime.ts'
import { readEnvironment } from '../environment.ts'
import { runCli } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { withStores } from './locate.ts'

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
