import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { batchWrites } from './batching.ts'
import { encodeLatest, latestColumns } from './blocks/latest-block.ts'
import { encodedSize, encodeSamples, sampleColumns } from './blocks/sample-block.ts'
import { seriesRows } from './blocks/series-rows.ts'
import type { Write } from './blocks/write.ts'

/** What stores samples durably, many callers' at a time. */
export interface Writer {
  /** Resolves once the samples are stored and readable. Rejects with `unavailable`. */
  write(write: Write): Promise<void>
  /** Resolves when the writes that are under way now have ended, whatever their end. */
  settled(): Promise<void>
  /** Waits for the writes under way. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

/** A write is acknowledged after both: its samples, then the latest values among them. */
export function openWriter(client: ClickHouseClient): Writer {
  const groups = batchWrites<Write>({
    bytesOf: ({ samples }) => encodedSize(samples),
    groupBytes: 32 * MEBIBYTE,
    queueBytes: 256 * MEBIBYTE,
    patience: 50,
    async sink(group) {
      const series = seriesRows(group)
      await insert(client, `samples (${sampleColumns})`, encodeSamples(series))
      await insert(client, `latest (${latestColumns})`, encodeLatest(series))
    },
  })
  const underWay = new Set<Promise<void>>()

  return {
    write(write) {
      const stored = groups.add(write)
      const end = () => void underWay.delete(stored)
      underWay.add(stored)
      stored.then(end, end)
      return stored
    },
    async settled() {
      await Promise.allSettled([...underWay])
    },
    close: () => groups.close(),
  }
}

async function insert(client: ClickHouseClient, into: string, block: Buffer): Promise<void> {
  const { stream, summary } = await client.exec({
    query: `INSERT INTO ${into} FORMAT Native`,
    values: Readable.from([block]),
    // The answer then tells of the whole insert. By the token a cluster knows one that was sent twice, as by a proxy.
    clickhouse_settings: { wait_end_of_query: 1, insert_deduplication_token: randomUUID() },
  })
  await stream.toArray()
  if (summary?.written_rows === '0') {
    throw new Error('The store accepted the insert but wrote no row.')
  }
}
