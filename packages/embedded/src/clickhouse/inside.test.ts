import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningEngine } from '../../test/running-engine.ts'

let engine: Awaited<ReturnType<typeof runningEngine>>
beforeAll(async () => {
  engine = await runningEngine()
})
afterAll(() => engine?.stop())

const left = path.join(tmpdir(), `sluice-left-${process.pid}`)

describe('a statement that reaches outside the engine', () => {
  it.each([
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM `file`('/etc/passwd', 'LineAsString')",
    `SELECT * FROM "file" /* c */ ('/etc/passwd')`,
    "SELECT file('/etc/passwd')",
    "SELECT 1 UNION ALL SELECT length(line) FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM '/etc/passwd'",
    'SELECT * FROM `/etc/passwd`',
    'SELECT * FROM "\\x2fetc\\x2fpasswd"',
    'SELECT * FROM default.`/etc/passwd`',
    'SELECT * FROM system.one, `/etc/passwd`',
    "SELECT * FROM (SELECT 1) AS a, '/etc/passwd' WHERE 1",
    "SELECT * FROM system.one JOIN '/etc/passwd' ON 1",
    'SELECT * FROM numbers(1) AS a JOIN numbers(1) AS b ON a.number = b.number, "/etc/passwd"',
    'SELECT * FROM numbers(1) AS a JOIN numbers(1) AS b USING number, `/etc/passwd`',
    "SELECT 'x' IN `/etc/passwd`",
    "SELECT 'x' IN default.`/etc/passwd`",
    "SELECT 'x' IN (`/etc/passwd`)",
    `SELECT 'x' NOT IN ("/etc/passwd")`,
    "SELECT 'x' GLOBAL IN (default.`/etc/passwd`)",
    "SELECT tuple('x') IN ((`/etc/passwd`))",
    "SELECT 'x' IN (/* c */ `/etc/passwd` AS y)",
    "SELECT 'x' IN ((SELECT 1), `/etc/passwd`)",
    "SELECT in('x', `/etc/passwd`)",
    "SELECT `in` ('x', (`http://127.0.0.1:1/`))",
    ...['notIn', 'nullIn', 'notNullIn', 'inIgnoreSet', 'notNullInIgnoreSet'].flatMap((name) => [
      `SELECT ${name}('x', \`/etc/passwd\`)`,
      `SELECT ${`global-${name}`.replace(/-./, (at) => at.toUpperCase().slice(1))}('x', "/etc/passwd")`,
    ]),
    "WITH `/etc/passwd` AS y SELECT 'x' IN y",
    "WITH 1 AS select, 1 AS limit, `/etc/passwd` AS y SELECT 'x' IN y",
    "SELECT in(select, `/etc/passwd`) FROM (SELECT 'x' AS select)",
    "SELECT 1 FROM (WITH 1 AS a, (`/etc/passwd`) AS y SELECT in('x', y))",
    "SELECT hasColumnInTable('default', '/etc/passwd', 'c1')",
    "SELECT 1 AS x SETTINGS additional_result_filter = 'throwIf(file(''/etc/passwd'') = '''')'",
    "SELECT 1 AS x SETTINGS `additional_result_filter` = '1'",
    "SELECT 1 AS x FORMAT Template SETTINGS format_template_row = '/etc/passwd'",
    "SET format_schema = '/etc/passwd'",
    `CREATE TABLE x (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = object_storage, object_storage_type = 'local', metadata_type = 'local', path = '${left}/')`,
    'CREATE TABLE x AS `/etc/passwd`',
    'INSERT INTO `/tmp/x` SELECT 1',
    'SELECT * FROM $$/etc/passwd$$',
    "SELECT * FROM\u00a0'/etc/passwd'",
    'SELECT * FROM \u201c/etc/passwd\u201d',
    "DESCRIBE file('/etc/passwd')",
    "DESCRIBE '/etc/passwd'",
    "SELECT * FROM url('http://127.0.0.1:1/x', 'CSV')",
    "SELECT * FROM s3('http://127.0.0.1:1/x', 'CSV')",
    "SELECT * FROM remote('127.0.0.1:1', system.one)",
    "SELECT * FROM remoteSecure('127.0.0.1:1', system.one)",
    "SELECT * FROM mysql('127.0.0.1:1', 'd', 't', 'u', 'p')",
    "SELECT * FROM postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')",
    "SELECT * FROM executable('id', 'TSV', 'x String')",
    "SELECT * FROM sqlite('/etc/passwd', 't')",
    "SELECT * FROM filesystem('/etc')",
    "SELECT * FROM deltaLakeLocal('/etc')",
    "SELECT catboostEvaluate('/etc/passwd', 1)",
    `SELECT 1 INTO OUTFILE '${left}'`,
    `INSERT INTO FUNCTION file('${left}', 'CSV') SELECT 1`,
    `INSERT INTO FUNCTION file('${left}', 'CSV', 'x UInt8') VALUES (1)`,
    `INSERT INTO TABLE FUNCTION url('http://127.0.0.1:1/', 'CSV', 'x UInt8') VALUES (1)`,
    "INSERT INTO kept FROM INFILE '/etc/passwd' FORMAT CSV",
    'CREATE TABLE x (a String) ENGINE = File(CSV)',
    'CREATE TABLE x (a String) ENGINE = `File`(CSV)',
    "CREATE TABLE x (a String) ENGINE = URL('http://127.0.0.1:1/', 'CSV')",
    "CREATE TABLE x (a String) ENGINE MySQL('127.0.0.1:1', 'd', 't', 'u', 'p')",
    "CREATE TABLE x AS file('/etc/passwd', 'LineAsString')",
    "CREATE DATABASE d ENGINE = Filesystem('/etc')",
    "CREATE DATABASE d ENGINE = PostgreSQL('127.0.0.1:1', 'd', 'u', 'p')",
    "CREATE DICTIONARY d (k UInt64) PRIMARY KEY k SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT()) LIFETIME(0)",
    'CREATE FUNCTION f AS (x) -> x',
    "CREATE NAMED COLLECTION c AS url = 'http://127.0.0.1:1/'",
    'CREATE OR REPLACE DICTIONARY d (k UInt64) PRIMARY KEY k SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0)',
    `BACKUP TABLE system.one TO File('${left}')`,
    'SYSTEM SHUTDOWN',
    "ATTACH TABLE t FROM '/etc' (x UInt8) ENGINE = MergeTree ORDER BY x",
    "SET dialect = 'prql'",
    "SELECT 1 SETTINGS dialect = 'prql'",
  ])('is rejected: %s', async (query) => {
    await expect(engine.client.command({ query })).rejects.toMatchObject({ code: '497' })
    expect(existsSync(left)).toBe(false)
  })

  it('is rejected when a parameter names the file', async () => {
    const asked = engine.rowsOf('SELECT * FROM {name:Identifier}', {
      query_params: { name: '/etc/passwd' },
    })
    await expect(asked).rejects.toMatchObject({ code: '497' })
  })

  it('is rejected when a setting chooses another dialect', async () => {
    const asked = engine.client.command({
      query: 'SELECT 1',
      clickhouse_settings: { dialect: 'prql' } as never,
    })
    await expect(asked).rejects.toThrow('other dialects')
  })

  it('cannot read a file of the working directory by its name', async () => {
    for (const name of ['package.json', 'README.md', 'LICENSE']) {
      await expect(engine.client.command({ query: `SELECT * FROM "${name}"` })).rejects.toThrow()
    }
  })
})

describe('a statement that stays inside the engine', () => {
  it.each([
    'CREATE TABLE kept (file String, url String, engine String) ENGINE = MergeTree ORDER BY file',
    "INSERT INTO kept (file, url, engine) VALUES ('/etc/passwd', 'http://x/', 'File')",
    "INSERT INTO kept SELECT '/a', concat('x', ':', toString(number)), 'b' FROM numbers(3)",
    "SELECT file, url FROM kept WHERE url = 'http://x/' AND engine = 'File'",
    "SELECT count() FROM system.tables WHERE engine = 'File'",
    "SELECT trim(BOTH 'a' FROM 'banana'), extract(MONTH FROM now())",
    'CREATE OR REPLACE VIEW seen AS SELECT file AS `a/b` FROM kept',
    "SELECT format('{}/{}', file, url) FROM seen_or_not".replace('seen_or_not', 'kept'),
    "ALTER TABLE kept ADD COLUMN note String DEFAULT 'é'",
    'SELECT \'é\' AS "größe"',
    "SELECT kept.`file`, `x/y` FROM (SELECT file, 1 AS `x/y` FROM kept) AS kept WHERE file IN ('/a', 'b:c')",
    'OPTIMIZE TABLE kept',
    "SELECT 1 FROM system.one WHERE '/a' IN ('/a', 'b:c') AND 'b:c' NOT IN tuple('/a')",
    "SELECT file IN (SELECT `a` FROM (SELECT '/a' AS `a`)) AS `c:d` FROM kept ORDER BY `c:d`",
    "WITH '/a' AS a, upper('b:c') AS b SELECT a IN (b), in(b, (a, b)) AS `a/b`",
    'SELECT `a/b` FROM (SELECT number AS `a/b`, number IN (1) FROM numbers(3)) GROUP BY `a/b`',
    'DROP TABLE kept SYNC',
  ])('is executed: %s', async (query) => {
    await expect(engine.client.command({ query })).resolves.toBeDefined()
  })
})
