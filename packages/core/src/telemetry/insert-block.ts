import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'

/**
 * Stores a block of the Native format. `into` is a table and its columns. Rejects when the block is not
 * known to be stored.
 */
export async function insertBlock(
  client: ClickHouseClient,
  into: string,
  block: Buffer,
): Promise<void> {
  const { stream, summary } = await client.exec({
    query: `INSERT INTO ${into} FORMAT Native`,
    values: Readable.from([block]),
    clickhouse_settings: {
      // The answer then tells of the whole insert.
      wait_end_of_query: 1,
      // The token lets a cluster recognize an insert that was sent twice, for example by a proxy.
      insert_deduplication_token: randomUUID(),
      // Merges and queries sort out rows of one key. Looking for them in every block would cost a third of
      // the insert.
      optimize_on_insert: 0,
    },
  })
  await stream.toArray()
  if (summary?.written_rows === '0') {
    throw new Error('The store accepted the insert but wrote no row.')
  }
}
