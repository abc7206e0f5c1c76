import type { Database } from '../database/client.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'
import { actorOfKey } from './admission.ts'
import type { KnownKey } from './known-key.ts'
import { presentKey } from './record.ts'

/** Reads a key of any organization by its public id. */
export async function loadKey(db: Database, id: string): Promise<KnownKey | null> {
  const row = await db.key.findUnique({
    where: { id },
    include: { organization: { select: actingColumns } },
  })
  if (!row) return null
  const record = presentKey(row, row.createdAt)
  return {
    // Copied: the row's digest is a view of a larger buffer and would keep that in memory.
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
