import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { coalesce, inSlices } from '@sluice/runtime'
import { encodeSums, type TableRows } from './sample-blocks.ts'
import { SampleSums } from './sample-sums.ts'

/** Counts accepted samples, by thing and day, and by hour. Best effort: never awaited, and its failures have no effect. */
export interface SampleCounts {
  /** Counts samples accepted at a time. Never throws or blocks. */
  count(thing: ThingNumbers, samples: number, at: Date): void
  /** Writes pending counts; also resolves if the store fails. */
  flush(): Promise<void>
  /** Writes pending counts once, then disconnects. */
  close(): Promise<void>
}

interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}

/** Rows that are written together. The token deduplicates a batch that is sent twice. */
interface Batch {
  readonly token: string
  readonly tables: readonly TableRows[]
}

interface SampleCountsOptions {
  readonly client: ClickHouseClient
  readonly intervalMs?: number
  /** The most pending sums by thing. Beyond that, samples are counted for their organization only. */
  readonly capacity?: number
}

const MS_PER_HOUR = 3_600_000

/** The time limit of one batch: a hanging store must not keep the process from stopping. */
const WRITE_TIMEOUT_MS = 5_000

/** Sums up in memory and writes every ten seconds, so that the store gets a row per thing instead of per call. */
export function openSampleCounts(options: SampleCountsOptions): SampleCounts {
  const { client, intervalMs = 10_000, capacity = 100_000 } = options
  const name = randomUUID()
  let sums = new SampleSums(capacity)
  let made = 0
  /** The batch that the store did not take at the last attempt. */
  let unwritten: Batch | undefined

  async function nextBatch(): Promise<Batch | undefined> {
    if (sums.isEmpty) return undefined
    const taken = sums
    sums = new SampleSums(capacity)
    return { token: `${name}-${made++}`, tables: await inSlices(encodeSums(taken)) }
  }

  /** Writes the rest of the last attempt, then what was counted since; later counts wait for the next. */
  async function drain(): Promise<void> {
    try {
      await writeRest()
      unwritten = await nextBatch()
      await writeRest()
    } catch {
      // Other users of this store report the error; the next flush retries.
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

/** Both tables deduplicate by the token, so one that has the batch ignores it. */
async function write(client: ClickHouseClient, { token, tables }: Batch): Promise<void> {
  for (const { table, columns, blocks } of tables) {
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} (${columns}) FORMAT Native`,
      values: Readable.from(blocks),
      clickhouse_settings: { insert_deduplicate: 1, insert_deduplication_token: token },
      abort_signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
    })
    await stream.toArray()
  }
}
