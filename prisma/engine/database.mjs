import pg from 'pg'
import { parse } from 'pg-connection-string'

/**
 * Settings for `pg` from the datasource's url. Prisma's own url parameters are left out, since
 * Postgres would refuse them.
 *
 * @param {string} databaseUrl
 * @returns {pg.PoolConfig}
 */
export function connectionSettings(databaseUrl) {
  if (databaseUrl === '')
    throw new Error('DATABASE_URL is not set: name a Postgres database in it.')
  const { schema, connection_limit, ...settings } = /** @type {Record<string, unknown>} */ (
    /** @type {unknown} */ (parse(databaseUrl))
  )
  if (schema !== undefined && schema !== 'public') {
    throw new Error(
      `Only the schema "public" is supported: remove "schema=${schema}" from the url.`,
    )
  }
  return settings
}

/** @param {string} databaseUrl */
export async function checkConnection(databaseUrl) {
  await withClient(databaseUrl, async (client) => client.query('SELECT 1'))
}

/**
 * @param {string} databaseUrl names the database to create
 * @returns {Promise<string>} its name
 */
export async function createDatabase(databaseUrl) {
  const name = databaseName(databaseUrl)
  await administer(databaseUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  return name
}

/**
 * Drops a database and ends whatever is connected to it; no error when it is absent.
 *
 * @param {string} databaseUrl names the database to drop
 */
export async function dropDatabase(databaseUrl) {
  const name = pg.escapeIdentifier(databaseName(databaseUrl))
  await administer(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

/**
 * The same server and credentials, another database.
 *
 * @param {string} databaseUrl
 * @param {string} name
 */
export function siblingDatabase(databaseUrl, name) {
  const url = new URL(databaseUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** @param {string} databaseUrl */
function databaseName(databaseUrl) {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
}

/**
 * Databases are created and dropped from the one database that every server has.
 *
 * @param {string} databaseUrl
 * @param {string} sql
 */
async function administer(databaseUrl, sql) {
  await withClient(siblingDatabase(databaseUrl, 'postgres'), async (client) => client.query(sql))
}

/**
 * @param {string} databaseUrl
 * @param {(client: pg.Client) => Promise<unknown>} work
 */
async function withClient(databaseUrl, work) {
  const client = new pg.Client(connectionSettings(databaseUrl))
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
