import { createHash, randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { CatalogPool, charColumnsOf } from './catalog-pool.mjs'
import { connectionSettings, createDatabase, dropDatabase, siblingDatabase } from './database.mjs'

/**
 * @typedef {import('@prisma/driver-adapter-utils').SqlDriverAdapter} Adapter
 * @typedef {import('@prisma/driver-adapter-utils').SqlMigrationAwareDriverAdapterFactory} Factory
 */

/**
 * How the schema engine reaches Postgres: @prisma/adapter-pg, made fit for migrations.
 *
 * @param {string} databaseUrl
 * @returns {Factory}
 */
export function migrationAdapterFactory(databaseUrl) {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(databaseUrl),
    connectToShadowDb: () => connectToShadowDatabase(databaseUrl),
  }
}

/**
 * While a migration waits for a table's lock, all others that need it queue up behind. So it fails soon, and is tried again
 * (packages/core/src/database/migrate.ts). With its locks it may take long, but it ends with this process.
 */
const SESSION = '-c lock_timeout=3s -c statement_timeout=0 -c client_connection_check_interval=1000'

/**
 * @param {string} databaseUrl
 * @returns {Promise<Adapter>}
 */
async function connect(databaseUrl) {
  const { options, ...settings } = connectionSettings(databaseUrl)
  const pool = new CatalogPool({
    ...settings,
    options: [options, SESSION].filter(Boolean).join(' '),
  })
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect()
  return Object.assign(adapter, {
    queryRaw: queryWithCharColumns(adapter),
    executeScript: scriptRunner(adapter),
  })
}

/**
 * A new, empty database, dropped when the engine is done with it. The engine replays the migrations
 * there to learn what schema they make.
 *
 * The adapter's own `connectToShadowDb` overrides the database of its settings, which `pg` ignores
 * when they hold a connection string: it would replay the migrations on the real database.
 *
 * @param {string} databaseUrl
 * @returns {Promise<Adapter>}
 */
async function connectToShadowDatabase(databaseUrl) {
  const shadowUrl = siblingDatabase(databaseUrl, `prisma_migrate_shadow_db_${randomUUID()}`)
  await createDatabase(shadowUrl)
  const adapter = await connect(shadowUrl)
  const disconnect = adapter.dispose.bind(adapter)
  return Object.assign(adapter, {
    async dispose() {
      await disconnect()
      await dropDatabase(shadowUrl)
    },
  })
}

/**
 * @param {Adapter} adapter
 * @returns {Adapter['queryRaw']}
 */
function queryWithCharColumns(adapter) {
  const queryRaw = adapter.queryRaw.bind(adapter)
  return async (query) => {
    const result = await queryRaw(query)
    for (const column of charColumnsOf(result.rows)) {
      result.columnTypes[column] = ColumnTypeEnum.Character
    }
    return result
  }
}

/**
 * Sends a script to Postgres whole. The adapter's own `executeScript` cuts it at every semicolon,
 * also at those inside a string or the body of a function, and runs the pieces without the
 * transaction that Postgres puts around a script.
 *
 * A migration notes in that transaction that it is applied. The engine does so afterwards, so after a kill in
 * between nobody could tell it from one that was rolled back.
 *
 * @param {Adapter} adapter
 * @returns {Adapter['executeScript']}
 */
function scriptRunner(adapter) {
  return async (script) => {
    const sql = `${script}\n;${noteApplied(script)}`
    await adapter.executeRaw({ sql, args: [], argTypes: [] }).catch(throwWithState)
  }
}

/**
 * The engine records only an error's message: Sluice judges by the SQLSTATE whether to try a migration again.
 *
 * @param {Error & { cause?: any }} error
 * @returns {never}
 */
function throwWithState(error) {
  const { originalCode, originalMessage, severity = 'ERROR' } = error.cause ?? {}
  if (originalCode === undefined) throw error
  const message = `${originalMessage} (SQLSTATE ${originalCode})`
  throw Object.assign(error, { cause: { kind: 'postgres', code: originalCode, severity, message } })
}

/**
 * Nothing for other scripts: a migration's record has its checksum, and shadow databases have no records.
 *
 * @param {string} script
 */
function noteApplied(script) {
  const checksum = createHash('sha256').update(script).digest('hex')
  return `DO $note$ BEGIN
    IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
      UPDATE public._prisma_migrations SET finished_at = clock_timestamp()
      WHERE checksum = '${checksum}' AND finished_at IS NULL AND rolled_back_at IS NULL;
    END IF;
  END $note$`
}
