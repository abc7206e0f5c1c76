import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'

/** Stores a block of the Native format; `into` is a table and its columns. Rejects when it is not known to be stored. */
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
      // By the token a cluster knows an insert that was sent twice, as by a proxy.
      insert_deduplication_token: randomUUID(),
      // Rows of one key are told apart by merges and queries: looking for them in every block costs a third of the insert.
      optimize_on_insert: 0,
    },
  })
  await stream.toArray()
  if (summary?.written_rows === '0') {
    throw new Error('The store accepted the insert but wrote no row.')
  }
}
