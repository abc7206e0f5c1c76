import { Readable } from 'node:stream'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { freeMemory } from '@sluice/runtime'

interface Insert {
  /** A table and its columns. */
  readonly into: string
  /** The deduplication token: the table takes inserts with the same token once. */
  readonly token: string
  readonly settings: ClickHouseSettings
}

/** Inserts blocks in Native format. Rejects if they are not known to be stored. Frees their memory afterwards. */
export async function insertBlocks(
  client: ClickHouseClient,
  { into, token, settings }: Insert,
  blocks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  const sent: Buffer[] = []
  const { stream, summary } = await client.exec({
    query: `INSERT INTO ${into} FORMAT Native`,
    values: Readable.from(noted(blocks, sent)),
    clickhouse_settings: {
      // The response then covers the whole insert.
      wait_end_of_query: 1,
      // Deduplicates an insert that was sent twice, for example by a proxy.
      insert_deduplication_token: token,
      // Merges and queries deduplicate rows of one key. Doing so in every block would cost a third of the insert.
      optimize_on_insert: 0,
      ...settings,
    },
  })
  await stream.toArray()
  if (summary?.written_rows === '0') {
    throw new Error('The store accepted the insert but wrote no row.')
  }
  // Not after a failure: the socket may still hold some of them.
  freeMemory(...sent)
}

async function* noted(blocks: Iterable<Buffer> | AsyncIterable<Buffer>, sent: Buffer[]) {
  for await (const block of blocks) {
    sent.push(block)
    yield block
  }
}
