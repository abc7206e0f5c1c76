import type { Telemetry } from '@sluice/telemetry'
import type { Actor } from './actor.ts'
import type { Addresses } from './buckets/addresses.ts'
import type { Reserves } from './buckets/reserves.ts'
import type { BucketStore } from './buckets/store.ts'
import type { ChangeFeed } from './changes/index.ts'
import type { Database, Transaction } from './database/client.ts'
import type { Peppers } from './keys/digest.ts'
import type { KnownKeys } from './keys/known-key.ts'
import type { KnownThings } from './known-things/cache.ts'
import type { LastSeenBuffer } from './last-seen/buffer.ts'
import type { CallTurns } from './pipeline/call-turns.ts'
import type { LongCalls } from './pipeline/long-calls/messages.ts'
import type { NotedNeeds } from './scopes/index.ts'
import type { RequestLog } from './usage/request-log.ts'
import type { SampleCounts } from './usage/sample-counts.ts'

/** The stores and clocks that one process of Sluice works with. */
export interface Core {
  readonly db: Database
  readonly telemetry: Telemetry
  readonly buckets: BucketStore
  readonly reserves: Reserves
  readonly addresses: Addresses
  readonly peppers: Peppers
  readonly knownKeys: KnownKeys
  readonly knownThings: KnownThings
  /** Whether this node receives changes, so that its caches may be used. */
  readonly changes: Pick<ChangeFeed, 'isCurrent' | 'fault'>
  readonly lastSeen: LastSeenBuffer
  /** Logs every `/v2` request with a known key. */
  readonly usage: RequestLog
  /** Counts accepted samples by thing and day. */
  readonly sampleCounts: SampleCounts
  /** Whether integrations may call this machine, and over plain http: for development and tests. */
  readonly localReceivers: boolean
  /** The thread of long calls. Without it, they run here. */
  readonly longCalls?: LongCalls | undefined
  /** The places of calls on `/v2` that may hold megabytes. */
  readonly callTurns: CallTurns
  readonly clock: () => Date
}

/** The context of public operations: there is no actor and no organization. */
export interface OpenContext extends Core {
  readonly now: Date
  readonly address: string
  readonly requestId: string
}

/** What a handler gets besides its input. Every query must be bound to `actor.organization`. */
export interface Context extends Omit<Core, 'db' | 'longCalls' | 'callTurns'> {
  /** The transaction inside `inTransaction`, else the client. */
  readonly db: Database | Transaction
  readonly actor: Actor
  /** Permissions that guards have asked of the actor so far. */
  readonly needs: NotedNeeds
  /** When the request arrived. */
  readonly now: Date
  readonly address: string | null
  readonly requestId: string
  /** The If-Match header, on calls that change a resource. */
  readonly ifMatch: string | undefined
}

/** The parts of a {@link Context} that come with the request. */
export type Circumstances = Pick<
  Context,
  'actor' | 'needs' | 'now' | 'address' | 'requestId' | 'ifMatch'
>

/** Copies field by field, since spreading the core would be a good part of every request's cost. */
export function contextOf(core: Core, request: Circumstances): Context {
  return {
    db: core.db,
    telemetry: core.telemetry,
    buckets: core.buckets,
    reserves: core.reserves,
    addresses: core.addresses,
    peppers: core.peppers,
    knownKeys: core.knownKeys,
    knownThings: core.knownThings,
    changes: core.changes,
    lastSeen: core.lastSeen,
    usage: core.usage,
    sampleCounts: core.sampleCounts,
    localReceivers: core.localReceivers,
    clock: core.clock,
    actor: request.actor,
    needs: request.needs,
    now: request.now,
    address: request.address,
    requestId: request.requestId,
    ifMatch: request.ifMatch,
  }
}
