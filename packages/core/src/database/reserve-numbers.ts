import type { ClickHouseClient } from '@clickhouse/client'
import type { Client } from 'pg'

/** The greatest numbers that rows of ClickHouse go by, under the names of the tables whose sequences give them. */
const GREATEST = `
  SELECT max(organization) AS organizations, max(thing) AS things, max(metric) AS metric_keys FROM (
    SELECT organization, thing, metric FROM latest
    UNION ALL SELECT organization, thing, 0 AS metric FROM accepted
    UNION ALL SELECT * FROM (
      SELECT organization, 0 AS thing, 0 AS metric FROM requests ORDER BY organization DESC LIMIT 1))`

/**
 * Makes sure that Postgres gives no number which ClickHouse has rows of: restored from an earlier backup it would, and a new
 * tenant would read an old one's samples. Nodes that start at once take turns, so that no sequence is set back.
 */
export async function reserveNumbers(client: Client, store: ClickHouseClient): Promise<void> {
  const found = await store.query({ query: GREATEST, format: 'JSONEachRow' })
  const [greatest = {}] = await found.json<Record<string, number>>()
  await client.query('BEGIN')
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('reserve numbers', 0))`)
  for (const [table, number] of Object.entries(greatest)) {
    const sequence = `${table}_number_seq`
    await client.query(
      `SELECT setval('${sequence}', $1) FROM ${sequence}
      WHERE $1 > CASE WHEN is_called THEN last_value ELSE 0 END`,
      [number],
    )
  }
  await client.query('COMMIT')
}
