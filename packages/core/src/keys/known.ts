import type { Key } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Database } from '../database/client.ts'
import type { Key as KeyRow } from '../database/generated/client.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'
import { actorOfKey } from './admission.ts'
import type { Provable } from './digest.ts'
import { presentKey } from './record.ts'

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

/** Reads a key of any organization by its public id. */
export async function loadKey(db: Database, id: string): Promise<KnownKey | null> {
  const row = await db.key.findUnique({
    where: { id },
    include: { organization: { select: actingColumns } },
  })
  if (!row) return null
  const record = presentKey(row, row.createdAt)
  return {
    // A copy of its own: the row's is a view of a larger buffer, which it would keep in memory.
    digest: Uint8Array.from(row.digest),
    pepperVersion: row.pepperVersion,
    proven: null,
    revokedAt: row.revokedAt,
    expiresAt: row.expiresAt,
    allowedIpCidrs: row.allowedIpCidrs,
    actor: actorOfKey(row, actingOrganization(row.organization)),
    record,
  }
}
