import type { ClickHouseClient } from '@clickhouse/client'
import type { Client } from 'pg'
import { RESERVING } from './connections.ts'

/** The largest number that a sequence can give. Rows with larger ones are not of Sluice. */
const MAX_NUMBER = 2 ** 31 - 1

const greatest = (column: string) => `maxIf(${column}, ${column} <= ${MAX_NUMBER})`

/** The largest numbers in ClickHouse, by the Postgres table whose sequence allocates them. */
const GREATEST = `
  SELECT ${greatest('organization')} AS organizations, ${greatest('thing')} AS things,
    ${greatest('metric')} AS metric_keys FROM (
    SELECT organization, thing, metric FROM latest
    UNION ALL SELECT organization, thing, 0 AS metric FROM accepted
    UNION ALL SELECT * FROM (
      SELECT organization, 0 AS thing, 0 AS metric FROM requests ORDER BY organization DESC LIMIT 1))`

/**
 * Makes sure that Postgres allocates no number that ClickHouse already has rows of. Restored from an older backup it would, and a
 * new tenant would read an old one's samples.
 */
export async function reserveNumbers(client: Client, store: ClickHouseClient): Promise<void> {
  const found = await store.query({ query: GREATEST, format: 'JSONEachRow' })
  const [numbers = {}] = await found.json<Record<string, number>>()
  await client.query('BEGIN')
  await client.query(`SELECT ${RESERVING}`)
  for (const [table, number] of Object.entries(numbers)) {
    const sequence = `${table}_number_seq`
    await client.query(
      `SELECT setval('${sequence}', $1) FROM ${sequence}
      WHERE $1 > CASE WHEN is_called THEN last_value ELSE 0 END`,
      [number],
    )
  }
  await client.query('COMMIT')
}
