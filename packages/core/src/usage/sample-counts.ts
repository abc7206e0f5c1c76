import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { coalesce } from '@sluice/runtime'

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

interface Sum extends ThingNumbers {
  /** Hours since the epoch. */
  readonly hour: number
  samples: number
}

/** Sums that are written together; the token lets a batch that is sent twice count once. */
interface Batch {
  readonly token: string
  readonly sums: readonly Sum[]
}

interface SampleCountsOptions {
  readonly client: ClickHouseClient
  readonly intervalMs?: number
  /** Sums that may wait: while the store takes none, further things are not counted. */
  readonly capacity?: number
}

const MS_PER_HOUR = 3_600_000

/** Longest that one batch may take: a store that hangs must not keep the process from stopping. */
const LONGEST_WRITE = 5_000

/** Sums up in memory and writes every ten seconds, so that the store has a row a thing and not one a call. */
export function openSampleCounts(options: SampleCountsOptions): SampleCounts {
  const { client, intervalMs = 10_000, capacity = 100_000 } = options
  const name = randomUUID()
  /** The latest hour of each thing, by organization and thing. */
  let latest = new Map<number, Map<number, Sum>>()
  /** All of them. */
  let sums: Sum[] = []
  let made = 0
  /** What the store did not take at the last attempt. */
  let unwritten: Batch | undefined

  function nextBatch(): Batch | undefined {
    if (sums.length === 0) return undefined
    const batch = { token: `${name}-${made++}`, sums }
    sums = []
    latest = new Map()
    return batch
  }

  function begin(sum: Sum): void {
    if (sums.length >= capacity) return
    sums.push(sum)
    const things = latest.get(sum.organization) ?? new Map<number, Sum>()
    latest.set(sum.organization, things.set(sum.thing, sum))
  }

  /** What the last attempt left, then what was counted since; what is counted meanwhile waits for the next. */
  async function drain(): Promise<void> {
    try {
      await writeRest()
      unwritten = nextBatch()
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
      const hour = Math.floor(at.getTime() / MS_PER_HOUR)
      const sum = latest.get(organization)?.get(thing)
      if (sum?.hour === hour) sum.samples += samples
      else begin({ organization, thing, hour, samples })
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
async function write(client: ClickHouseClient, { token, sums }: Batch): Promise<void> {
  await insert(client, token, {
    table: 'accepted',
    columns: ['organization', 'day', 'thing', 'samples'],
    values: sums.map(({ organization, hour, thing, samples }) => [
      organization,
      new Date(hour * MS_PER_HOUR).toISOString().slice(0, 10),
      thing,
      samples,
    ]),
  })
  await insert(client, token, {
    table: 'accepted_hours',
    columns: ['organization', 'hour', 'samples'],
    values: byHour(sums),
  })
}

/** A row an organization and hour. */
function byHour(sums: readonly Sum[]): [organization: number, hour: number, samples: number][] {
  const rows = new Map<string, [number, number, number]>()
  for (const { organization, hour, samples } of sums) {
    const name = `${organization} ${hour}`
    const row = rows.get(name)
    if (row) row[2] += samples
    else rows.set(name, [organization, hour * 3600, samples])
  }
  return [...rows.values()]
}

interface Rows {
  readonly table: string
  readonly columns: [string, ...string[]]
  readonly values: unknown[][]
}

async function insert(client: ClickHouseClient, token: string, rows: Rows): Promise<void> {
  await client.insert({
    ...rows,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { insert_deduplicate: 1, insert_deduplication_token: token },
    abort_signal: AbortSignal.timeout(LONGEST_WRITE),
  })
}
