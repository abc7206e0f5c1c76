import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { freeMemory } from '@sluice/runtime'

/**
 * Stores blocks of the Native format. `into` is a table and its columns. Rejects when they are not
 * known to be stored. Once they are, their memory is freed.
 */
export async function insertBlocks(
  client: ClickHouseClient,
  into: string,
  blocks: Iterable<Buffer> | AsyncIterable<Buffer>,
  token: string = randomUUID(),
): Promise<void> {
  const sent: Buffer[] = []
  const { stream, summary } = await client.exec({
    query: `INSERT INTO ${into} FORMAT Native`,
    values: Readable.from(noted(blocks, sent)),
    clickhouse_settings: {
      // The answer then tells of the whole insert.
      wait_end_of_query: 1,
      // The token lets the tables recognize an insert that was sent twice, for example by a proxy.
      insert_deduplication_token: token,
      // Merges and queries sort out rows of one key. Looking for them in every block would cost a third of
      // the insert.
      optimize_on_insert: 0,
    },
  })
  await stream.toArray()
  if (summary?.written_rows === '0') {
    throw new Error('The store accepted the insert but wrote no row.')
  }
  // Not where it failed: then the socket may still hold some of them.
  freeMemory(...sent)
}

async function* noted(blocks: Iterable<Buffer> | AsyncIterable<Buffer>, sent: Buffer[]) {
  for await (const block of blocks) {
    sent.push(block)
    yield block
  }
}
