import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { coalesce, inSlices } from '@sluice/runtime'
import { encodeSums, type TableRows } from './sample-blocks.ts'
import { SampleSums } from './sample-sums.ts'

/** How many samples were accepted, by thing and day, and by hour. Best effort: nothing waits for it, and no fault of it is felt. */
export interface SampleCounts {
  /** Counts samples accepted at a time. Never throws and never waits. */
  count(thing: ThingNumbers, samples: number, at: Date): void
  /** Writes what waits; resolves as well where the store does not take it. */
  flush(): Promise<void>
  /** Writes what waits, once, and hangs up. */
  close(): Promise<void>
}

interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}

/** Rows that are written together; the token lets a batch that is sent twice count once. */
interface Batch {
  readonly token: string
  readonly tables: readonly TableRows[]
}

interface SampleCountsOptions {
  readonly client: ClickHouseClient
  readonly intervalMs?: number
  /** Sums by thing that may wait. Beyond that, samples count for their organization alone. */
  readonly capacity?: number
}

const MS_PER_HOUR = 3_600_000

/** Longest that one batch may take: a store that hangs must not keep the process from stopping. */
const LONGEST_WRITE = 5_000

/** Sums up in memory and writes every ten seconds, so that the store has a row a thing and not one a call. */
export function openSampleCounts(options: SampleCountsOptions): SampleCounts {
  const { client, intervalMs = 10_000, capacity = 100_000 } = options
  const name = randomUUID()
  let sums = new SampleSums(capacity)
  let made = 0
  /** What the store did not take at the last attempt. */
  let unwritten: Batch | undefined

  async function nextBatch(): Promise<Batch | undefined> {
    if (sums.isEmpty) return undefined
    const taken = sums
    sums = new SampleSums(capacity)
    return { token: `${name}-${made++}`, tables: await inSlices(encodeSums(taken)) }
  }

  /** What the last attempt left, then what was counted since; what is counted meanwhile waits for the next. */
  async function drain(): Promise<void> {
    try {
      await writeRest()
      unwritten = await nextBatch()
      await writeRest()
    } catch {
      // Callers of this store get the fault; the next flush tries again.
    }
  }

  async function writeRest(): Promise<void> {
    if (!unwritten) return
    await write(client, unwritten)
    unwritten = undefined
  }

  const flush = coalesce(drain)
  const timer = setInterval(() => void flush(), intervalMs)
  timer.unref()

  return {
    count({ organization, thing }, samples, at) {
      sums.count(organization, thing, Math.floor(at.getTime() / MS_PER_HOUR), samples)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
      await client.close()
    },
  }
}

/** Both tables know the batch by its token: one that has it already takes it no second time. */
async function write(client: ClickHouseClient, { token, tables }: Batch): Promise<void> {
  for (const { table, columns, blocks } of tables) {
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} (${columns}) FORMAT Native`,
      values: Readable.from(blocks),
      clickhouse_settings: { insert_deduplicate: 1, insert_deduplication_token: token },
      abort_signal: AbortSignal.timeout(LONGEST_WRITE),
    })
    await stream.toArray()
  }
}
