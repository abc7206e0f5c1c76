import { setTimeout as pauseFor } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import { type Layout, MOST_LAG_SECONDS, replicasOf } from '@sluice/clickhouse'

/**
 * Milliseconds after which a replica without an insert exceeds the lag that queries allow. Includes 3 s for clock
 * differences between servers.
 */
const STALE_AFTER_MS = MOST_LAG_SECONDS * 1000 + 3000

/** Milliseconds that the inserts of a batch take at most, and how often one with late samples waits for replicas. */
const [INSERTS_MS, WAITS] = [5000, 2]

/** Milliseconds that a batch may take before the store counts as unavailable. */
export const STORE_PATIENCE_MS = WAITS * STALE_AFTER_MS + INSERTS_MS

/** Milliseconds that a query waits for samples in a shared log: the batch under way comes before theirs. */
export const BARRIER_PATIENCE_MS = STORE_PATIENCE_MS + WAITS * STALE_AFTER_MS

/** Milliseconds that an insert waits for replicas. Then it fails and is retried. */
const TIMEOUT_MS = 20_000

/** ClickHouse's error code: a shard has fewer live replicas than the quorum. That shard has then taken nothing. */
const TOO_FEW_LIVE_REPLICAS = '285'

/** The inserts of one batch, each with the settings it needs. */
export interface AllReplicas {
  insert(work: (settings: ClickHouseSettings) => Promise<void>): Promise<void>
  /** Resolves once every replica that a query may ask has those made before. */
  readable(): Promise<void>
}

export interface Tables {
  readonly client: ClickHouseClient
  /** Absent on a single server. */
  readonly layout?: Pick<Layout, 'cluster'> | undefined
  /** For tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

/**
 * Makes inserts readable on whichever replica is asked later: an insert is answered once all replicas of its shard have
 * it.
 *
 * While one replica is away, the insert need not reach it. When it comes back, it lags behind the insert, and queries
 * do not ask replicas that lag. So such an insert counts only once it is older than the lag that queries allow.
 */
export async function allReplicas({
  client,
  layout,
  pause = pauseFor,
}: Tables): Promise<AllReplicas> {
  const all = layout ? await replicasOf(client, layout) : 1
  let isLacking = false
  return {
    async insert(work) {
      try {
        await work(reaching(all))
      } catch (cause) {
        if (all < 2 || !isTooFew(cause)) throw cause
        await work(reaching(all - 1))
        isLacking = true
      }
    },
    async readable() {
      if (!isLacking) return
      isLacking = false
      await pause(STALE_AFTER_MS)
    },
  }
}

/** Settings of an insert with a quorum of this many replicas. */
function reaching(replicas: number): ClickHouseSettings {
  if (replicas < 2) return {}
  return {
    insert_quorum: String(replicas),
    insert_quorum_timeout: TIMEOUT_MS,
    insert_quorum_parallel: 1,
  }
}

function isTooFew(cause: unknown): boolean {
  return cause instanceof ClickHouseError && cause.code === TOO_FEW_LIVE_REPLICAS
}
