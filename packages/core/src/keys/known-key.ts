import type { Key } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Key as KeyRow } from '../database/generated/client.ts'
import type { Provable } from './digest.ts'

type Facts = 'revokedAt' | 'expiresAt' | 'allowedIpCidrs'

/** All that verification and the actor need of a key; while it is remembered, none of it is read again. */
export interface KnownKey extends Pick<KeyRow, Facts>, Provable {
  readonly actor: KeyActor
  /**
   * The public record as it was read. Its status and last use change with time and must be renewed before
   * it is shown.
   */
  readonly record: Key
}

/** The keys that a node remembers. */
export interface KnownKeys {
  /** A key by its public id, as of now or of the last moment; null when there is none. */
  find(id: string): KnownKey | null | Promise<KnownKey | null>
  /** A key that need not be looked up, or null for an id that is known to be none's; undefined for one to be looked up. */
  peek(id: string): KnownKey | null | undefined
  /** A key that need not be looked up. */
  recall(id: string): KnownKey | undefined
  /** Forgets a key, as an announcement of its change would. */
  forget(id: string): void
  /** How many keys and unknown ids are remembered. */
  size(): { keys: number; unknown: number }
}
