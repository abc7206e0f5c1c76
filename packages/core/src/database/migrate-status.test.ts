import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compareMigrations, type MigrationRecord, readOnce } from './migrate-status.ts'

const first = { name: '1_first', sql: 'CREATE TABLE a ();\n' }
const second = { name: '2_second', sql: 'CREATE TABLE b ();\n' }
const files = [first, second]

test('a migration whose file comes while a process runs is none that its code needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = ({ name, sql }: typeof first) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'migration.sql'), sql)
  }
  write(first)
  const migrationFiles = readOnce(pathToFileURL(`${folder}/`))
  expect(await migrationFiles()).toEqual([first])
  write(second)
  const status = compareMigrations(await migrationFiles(), [applied(first)])
  expect(status.state).toBe('current')
})

describe('compareMigrations', () => {
  test('returns current when every file was applied unchanged', () => {
    expect(compareMigrations(files, [applied(first), applied(second)])).toEqual({
      state: 'current',
      pending: [],
      failed: [],
      edited: [],
      unknown: [],
    })
  })

  test('returns behind when a file was not applied', () => {
    const status = compareMigrations(files, [applied(first)])
    expect(status).toMatchObject({ state: 'behind', pending: ['2_second'] })
  })

  test('returns behind when an applied migration was rolled back', () => {
    const status = compareMigrations(files, [applied(first), rolledBack(second)])
    expect(status).toMatchObject({ state: 'behind', pending: ['2_second'] })
  })

  test('returns current when a migration was rolled back and then applied', () => {
    const records = [applied(first), rolledBack(second), applied(second)]
    expect(compareMigrations(files, records).state).toBe('current')
    expect(compareMigrations(files, records.toReversed()).state).toBe('current')
  })

  test('returns ahead when the database has a migration without a file', () => {
    const status = compareMigrations([first], [applied(first), applied(second)])
    expect(status).toMatchObject({ state: 'ahead', unknown: ['2_second'] })
  })

  test('returns ahead, not broken, when a migration without a file has not finished', () => {
    const status = compareMigrations([first], [applied(first), unfinished(second)])
    expect(status).toMatchObject({ state: 'ahead', unknown: ['2_second'], failed: [] })
  })

  test('returns broken when a migration did not finish', () => {
    const status = compareMigrations(files, [applied(first), unfinished(second)])
    expect(status).toMatchObject({ state: 'broken', failed: ['2_second'], pending: [] })
  })

  test('returns broken when a file was edited after it was applied', () => {
    const edited = { ...first, sql: 'CREATE TABLE a (id int);\n' }
    const status = compareMigrations([edited, second], [applied(first), applied(second)])
    expect(status).toMatchObject({ state: 'broken', edited: ['1_first'] })
  })

  test('returns broken when files and database each lack a migration of the other', () => {
    const status = compareMigrations(files, [applied(first), applied({ ...second, name: '2_b' })])
    expect(status).toMatchObject({ state: 'broken', pending: ['2_second'], unknown: ['2_b'] })
  })

  test('ignores line endings', () => {
    const checkedOutOnWindows = { ...first, sql: first.sql.replaceAll('\n', '\r\n') }
    expect(compareMigrations([checkedOutOnWindows], [applied(first)]).state).toBe('current')
    expect(compareMigrations([first], [applied(checkedOutOnWindows)]).state).toBe('current')
  })
})

function applied({ name, sql }: typeof first): MigrationRecord {
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { name, checksum, finished: true, rolledBack: false }
}

function unfinished(file: typeof first): MigrationRecord {
  return { ...applied(file), finished: false }
}

function rolledBack(file: typeof first): MigrationRecord {
  return { ...unfinished(file), rolledBack: true }
}
