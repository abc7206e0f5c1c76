import { randomUUID } from 'node:crypto'
import {
  connect as connectStore,
  databaseOf,
  installationsOf,
  layoutAt,
  noteInstallation,
} from '@sluice/clickhouse'
import type { Client } from 'pg'
import { judgeStores, type StoresFound } from './judge-stores.ts'
import { MigrationError, withConnection } from './migrate-connection.ts'
import { reserveNumbers } from './reserve-numbers.ts'

export interface JoinOptions {
  readonly databaseUrl: string
  readonly clickhouseUrl: string
  readonly clickhouseCluster?: string | undefined
  /** The id stored in the data directory, if that contains a store. */
  readonly remembered?: string | undefined
  /** The directories of embedded stores. */
  readonly embedded?: { readonly database?: string; readonly telemetry?: string }
}

/** All ClickHouse tables with tenants' rows. */
const TABLES = ['samples', 'latest', 'rollups', 'touched', 'requests', 'accepted', 'accepted_hours']

const ROWS = TABLES.map((table) => `SELECT * FROM (SELECT 1 FROM ${table} LIMIT 1)`)

/**
 * Makes sure that Postgres, ClickHouse and the data directory belong to the same installation: each stores its id. Both
 * stores must have the current schema. Any number of processes may run this concurrently, or be killed in it: Postgres
 * keeps the first id, and records that ClickHouse has it only afterwards. The stores may be restored from different
 * backups: numbers are never allocated twice.
 *
 * @returns the id
 * @throws MigrationError if they belong to different installations, or only some of them are new
 */
export function joinStores(options: JoinOptions): Promise<string> {
  return withConnection(options.databaseUrl, (client) => join(client, options))
}

async function join(client: Client, options: JoinOptions): Promise<string> {
  const { clickhouseUrl: url, clickhouseCluster: cluster, remembered } = options
  const store = connectStore({ url, cluster })
  async function find(): Promise<StoresFound> {
    const database = await findDatabase(client)
    const ids = await installationsOf(store)
    const rows =
      database.id === undefined && ids.length === 0
        ? await store.query({ query: ROWS.join(' UNION ALL '), format: 'JSONCompact' })
        : undefined
    const inUse = rows !== undefined && (await rows.json()).data.length > 0
    const found = { database, telemetry: { ids, inUse }, remembered }
    const fault = judgeStores(found, placesOf(options))
    if (fault !== undefined) throw new MigrationError(fault)
    return found
  }
  try {
    const { database, telemetry } = await find()
    await reserveNumbers(client, store)
    if (database.id !== undefined && database.joined && telemetry.ids.length > 0) return database.id
    const id = database.id ?? (await makeId(client))
    await noteInstallation(store, layoutAt({ url, cluster }), id)
    // Another installation may have claimed ClickHouse meanwhile.
    await find()
    await client.query('UPDATE installation SET joined = true')
    return id
  } finally {
    await store.close()
  }
}

/** Whether a ClickHouse was joined with this database. Until then, its numbers might already be used there. */
export async function isJoined(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => (await findDatabase(client)).joined)
}

async function findDatabase(client: Client): Promise<StoresFound['database']> {
  const { rows } = await client.query<{
    id: string | null
    joined: boolean | null
    inUse: boolean
  }>(
    `SELECT id, joined, EXISTS (SELECT FROM organizations) AS "inUse"
    FROM (SELECT) AS always LEFT JOIN installation ON true`,
  )
  const [row] = rows
  return { id: row?.id ?? undefined, joined: row?.joined ?? false, inUse: row?.inUse ?? false }
}

/** The new id, or the one of a process that came first. */
async function makeId(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO installation (id) VALUES ($1) ON CONFLICT (one) DO UPDATE SET one = true RETURNING id',
    [randomUUID()],
  )
  return rows[0]?.id ?? ''
}

function placesOf({ databaseUrl, clickhouseUrl: url, embedded = {} }: JoinOptions) {
  const { pathname } = new URL(databaseUrl)
  return {
    database: placeOf(embedded.database, databaseUrl, pathname.slice(1)),
    telemetry: placeOf(embedded.telemetry, url, databaseOf({ url })),
  }
}

function placeOf(directory: string | undefined, url: string, database: string) {
  return {
    name: directory ?? `${new URL(url).host}/${database}`,
    embedded: directory !== undefined,
  }
}
