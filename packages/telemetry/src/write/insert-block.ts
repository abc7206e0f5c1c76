import { Readable } from 'node:stream'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { freeMemory } from '@sluice/runtime'

interface Insert {
  /** A table and its columns. */
  readonly into: string
  /** The same again means the same rows, which the table then takes once. */
  readonly token: string
  readonly settings: ClickHouseSettings
}

/** Stores blocks of the Native format. Rejects when they are not known to be stored. Once they are, their memory is freed. */
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
      // The answer then tells of the whole insert.
      wait_end_of_query: 1,
      // The token lets the tables recognize an insert that was sent twice, for example by a proxy.
      insert_deduplication_token: token,
      // Merges and queries sort out rows of one key. Looking for them in every block would cost a third of
      // the insert.
      optimize_on_insert: 0,
      ...settings,
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
