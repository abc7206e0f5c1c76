import type { Key } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Key as KeyRow } from '../database/generated/client.ts'
import type { Provable } from './digest.ts'

type Facts = 'revokedAt' | 'expiresAt' | 'allowedIpCidrs'

/** Everything that verification and the actor need of a key, so that a cached key needs no reads. */
export interface KnownKey extends Pick<KeyRow, Facts>, Provable {
  readonly actor: KeyActor
  /** The public record when it was read. Its status and last use change with time and must be updated before it is shown. */
  readonly record: Key
}

/** The cache of keys. */
export interface KnownKeys {
  /** A key by its public id, current or nearly so; null if there is none. */
  find(id: string): KnownKey | null | Promise<KnownKey | null>
  /** As `find`, for many ids at once. */
  findAll(ids: readonly string[]): Promise<ReadonlyMap<string, KnownKey | null>>
  /** A cached key; null for an id known not to exist; undefined if a lookup is needed. */
  peek(id: string): KnownKey | null | undefined
  /** A cached key. */
  recall(id: string): KnownKey | undefined
  /** Invalidates a key, as a notification of a change would. */
  forget(id: string): void
  /** The number of cached keys and unknown ids. */
  size(): { keys: number; unknown: number }
}
