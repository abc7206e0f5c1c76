import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

const program = fileURLToPath(new URL('schema-engine.mjs', import.meta.url))
const filters = { externalTables: [], externalEnums: [] }
let databaseUrl: string

beforeEach(async () => {
  const url = new URL(inject('databaseUrl'))
  url.search = ''
  url.pathname = `/engine_${randomUUID()}`
  databaseUrl = url.href
  expect(await command('create-database')).toMatchObject({ exitCode: 0 })
})

afterEach(async () => {
  expect(await command('drop-database')).toMatchObject({ exitCode: 0 })
})

test('the schema engine distinguishes an existing database from a missing one', async () => {
  expect(await command('can-connect-to-database')).toMatchObject({ exitCode: 0 })
  const absent = await command('can-connect-to-database', `${databaseUrl}_not`)
  expect(absent).toMatchObject({ exitCode: 1 })
  expect(absent.stderr).toContain('"error_code":"P1003"')
})

test('the schema engine prints the version by which Prisma recognizes it', async () => {
  const { stdout } = await start(['--version'])
  expect(stdout).toMatch(/^schema-engine-cli [0-9a-f]{40}\n$/)
})

test('applies a script whole, semicolons in strings and functions included', async () => {
  const migrationsList = history(`
    CREATE TABLE notes (text TEXT);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no; never'; END $$;
    INSERT INTO notes VALUES ('one; two');`)
  const [applied] = await call(['applyMigrations', { migrationsList, filters }])
  expect(applied?.result).toEqual({ appliedMigrationNames: ['1_test'] })
  expect(await query('SELECT text FROM notes')).toEqual([{ text: 'one; two' }])
})

test('a failed script is rolled back, and its cause is reported', async () => {
  const migrationsList = history('CREATE TABLE kept (); CREATE TABLE kept ();')
  const [applied] = await call(['applyMigrations', { migrationsList, filters }])
  expect(applied?.error.data.message).toContain('relation "kept" already exists')
  expect(await query(`SELECT to_regclass('kept') AS kept`)).toEqual([{ kept: null }])
})

test('a migration is noted as applied in its own transaction, not after it', async () => {
  // At the commit the note must be there; the engine's own would come later.
  const migrationsList = history(`
    CREATE TABLE noted (at TIMESTAMPTZ);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE noted SET at = (SELECT finished_at FROM _prisma_migrations); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER note AFTER INSERT ON noted DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION note();
    INSERT INTO noted VALUES (NULL)`)
  const [applied] = await call(['applyMigrations', { migrationsList, filters }])
  expect(applied?.result).toEqual({ appliedMigrationNames: ['1_test'] })
  expect(await query('SELECT at FROM noted')).toEqual([{ at: expect.any(Date) }])
})

test('replays migrations on a database of their own, and drops it', async () => {
  const from = { tag: 'migrations', ...history('CREATE TABLE replayed (id INT PRIMARY KEY);') }
  const params = { from, to: { tag: 'empty' }, script: false, exitCode: true, filters }
  const [printed, diff] = await call(['diff', params])
  expect(printed).toMatchObject({ method: 'print' })
  expect(printed?.params.content).toContain('replayed')
  expect(diff?.result).toMatchObject({ exitCode: 2 })
  expect(await query(`SELECT to_regclass('replayed') AS here`)).toEqual([{ here: null }])
})

test('weighs a change just after it applied the migrations before it', async () => {
  const migrationsList = history('CREATE TABLE "A" (id INT PRIMARY KEY);')
  const content = `
    datasource db {
      provider = "postgresql"
    }
    model A {
      id   Int @id
      more Int
    }`
  const schema = { files: [{ path: 'schema.prisma', content }] }
  const responses = await call(
    ['applyMigrations', { migrationsList, filters }],
    ['evaluateDataLoss', { migrationsList, schema, filters }],
  )
  expect(responses[1]?.result).toMatchObject({ migrationSteps: 1 })
})

test('names what is wrong before there is a connection', async () => {
  databaseUrl += '?schema=other'
  const [answer] = await call(['devDiagnostic', { migrationsList: history(''), filters }])
  databaseUrl = databaseUrl.replace('?schema=other', '')
  expect(answer?.error.data.message).toContain('Only the schema "public" is supported')
})

/** A migrations folder with one migration, as Prisma sends it. */
function history(sql: string) {
  const migrationFile = { path: 'migration.sql', content: { tag: 'ok', value: sql } }
  return {
    baseDir: 'migrations',
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    migrationDirectories: [{ path: '1_test', migrationFile }],
  }
}

/** What the engine answers, one entry a line. */
async function call(...calls: [method: string, params: object][]) {
  const lines = calls.map(([method, params], at) =>
    JSON.stringify({ jsonrpc: '2.0', id: at + 1, method, params }),
  )
  const { stdout } = await start(datasource(databaseUrl), `${lines.join('\n')}\n`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function command(name: string, url = databaseUrl) {
  return start([...datasource(url), 'cli', name])
}

function datasource(url: string): string[] {
  return ['--datasource', JSON.stringify({ url })]
}

async function start(args: string[], input = '') {
  const child = spawn(process.execPath, [program, ...args])
  child.stdin.end(input)
  const exit = new Promise((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exitCode: await exit, stdout, stderr }
}

async function query(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}
