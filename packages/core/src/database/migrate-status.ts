import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ClientBase, Pool } from 'pg'
import type { Database } from './client.ts'
import { withConnection } from './migrate-connection.ts'

type Connection = ClientBase | Pool | Pick<Database, '$queryRawUnsafe'>

/** The root of the repository, which holds Prisma's schema, migrations and configuration. */
export const repositoryRoot = new URL('../../../../', import.meta.url)

interface MigrationFile {
  name: string
  sql: string
}

/** A row of Prisma's `_prisma_migrations`; a migration that was rolled back may occur again. */
export interface MigrationRecord {
  name: string
  checksum: string
  finished: boolean
  rolledBack: boolean
}

/**
 * The state of a database relative to the migrations of this code. The lists are names of migrations.
 *
 * - `current`: it has exactly these migrations.
 * - `behind`: some are missing; `migrate` applies them.
 * - `ahead`: it has all of them and more, from a newer version. Migrations keep working for the version before them, so
 *   this code can serve.
 * - `broken`: needs a person: a migration failed, was edited after it was applied, or the database and the code each
 *   have migrations that the other lacks.
 */
export interface MigrationStatus {
  state: 'current' | 'behind' | 'ahead' | 'broken'
  pending: string[]
  failed: string[]
  edited: string[]
  unknown: string[]
}

/**
 * Compares the database's schema with the one this process was written for. Fast enough for a readiness check, in which
 * `current` and `ahead` are ready.
 *
 * @param database its URL, or an open connection or client, which saves opening one
 * @throws MigrationError if connecting fails
 */
export async function migrationStatus(database: Connection | string): Promise<MigrationStatus> {
  if (typeof database !== 'string') {
    const [files, records] = await Promise.all([migrationFiles(), readRecords(database)])
    return compareMigrations(files, records)
  }
  return withConnection(database, migrationStatus)
}

/** The pure part of `migrationStatus`. */
export function compareMigrations(
  files: MigrationFile[],
  records: MigrationRecord[],
): MigrationStatus {
  const standing = records.filter((record) => !record.rolledBack)
  const recordOf = new Map(standing.map((record) => [record.name, record]))
  const fileNames = new Set(files.map((file) => file.name))

  const lists = {
    pending: names(files.filter((file) => !recordOf.has(file.name))),
    failed: names(files.filter((file) => recordOf.get(file.name)?.finished === false)),
    edited: names(files.filter((file) => isEdited(file, recordOf.get(file.name)))),
    // Migrations of a newer version that failed or are still running do not concern this version.
    unknown: names(standing.filter((record) => !fileNames.has(record.name))),
  }
  return { state: judge(lists), ...lists }
}

function judge(lists: Omit<MigrationStatus, 'state'>): MigrationStatus['state'] {
  const has = (list: keyof typeof lists) => lists[list].length > 0
  if (has('failed') || has('edited') || (has('pending') && has('unknown'))) return 'broken'
  if (has('pending')) return 'behind'
  return has('unknown') ? 'ahead' : 'current'
}

function isEdited({ sql }: MigrationFile, record: MigrationRecord | undefined): boolean {
  if (!record?.finished) return false
  // Prisma ignores line endings, because version control may change them.
  const unix = sql.replaceAll('\r\n', '\n')
  const windows = unix.replaceAll('\n', '\r\n')
  return ![sql, unix, windows].some((text) => sha256(text) === record.checksum)
}

const migrationFiles = readOnce(new URL('prisma/migrations/', repositoryRoot))

/**
 * Reads the files once, as the running code needs them: later they may belong to a newer version that has not started
 * yet.
 */
export function readOnce(folder: URL): () => Promise<MigrationFile[]> {
  let files: Promise<MigrationFile[]> | undefined
  return () => {
    files ??= readMigrations(folder)
    return files
  }
}

async function readMigrations(folder: URL): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    folders.sort().map(async (name) => ({
      name,
      sql: await readFile(new URL(`${name}/migration.sql`, folder), 'utf8'),
    })),
  )
}

async function readRecords(database: Connection): Promise<MigrationRecord[]> {
  // Checked first, since an error would abort the caller's transaction.
  const [table] = await ask<{ here: boolean }>(
    database,
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS here`,
  )
  if (!table?.here) return []
  return ask<MigrationRecord>(
    database,
    `SELECT migration_name AS name, checksum,
      finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS "rolledBack"
    FROM _prisma_migrations`,
  )
}

async function ask<Row extends object>(database: Connection, sql: string): Promise<Row[]> {
  if ('$queryRawUnsafe' in database) return database.$queryRawUnsafe<Row[]>(sql)
  return (await database.query<Row>(sql)).rows
}

function names(items: { name: string }[]): string[] {
  return items.map((item) => item.name)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
