import { setTimeout as pauseFor } from 'node:timers/promises'
import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import { type Layout, MOST_LAG_SECONDS, replicasOf } from '@sluice/clickhouse'

/** Milliseconds after which a replica that lacks an insert lags by more than one that is asked may. Clocks of servers may differ by the rest. */
const UNASKED_MS = MOST_LAG_SECONDS * 1000 + 3000

/** Milliseconds that an insert waits for replicas. Then it fails, and comes again. */
const PATIENCE_MS = 20_000

/** ClickHouse's number of the error: a shard has fewer replicas now than the insert is to reach. That shard has taken nothing then. */
const TOO_FEW_LIVE_REPLICAS = '285'

/** Does one batch's inserts, each with the settings that it is to have. */
export interface AllReplicas {
  insert(work: (settings: ClickHouseSettings) => Promise<void>): Promise<void>
  /** Resolves once every replica that a query may ask has them. */
  readable(): Promise<void>
}

export interface Tables {
  readonly client: ClickHouseClient
  /** How the tables lie; on one server without it. */
  readonly layout?: Pick<Layout, 'cluster'> | undefined
  /** For tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

/**
 * Inserts such that whichever replica of a shard is asked later has them: an insert is answered once all replicas have it.
 *
 * While one of them is away, the insert need not reach that one. When it comes back, it lags behind the insert, and one that lags
 * is not asked. So such an insert counts only once it is older than the lag that a query allows.
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
      if (isLacking) await pause(UNASKED_MS)
    },
  }
}

/** Settings of an insert that is answered once this many replicas have it. */
function reaching(replicas: number): ClickHouseSettings {
  if (replicas < 2) return {}
  return {
    insert_quorum: String(replicas),
    insert_quorum_timeout: PATIENCE_MS,
    insert_quorum_parallel: 1,
  }
}

function isTooFew(cause: unknown): boolean {
  return cause instanceof ClickHouseError && cause.code === TOO_FEW_LIVE_REPLICAS
}
