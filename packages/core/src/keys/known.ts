import type { Database } from '../database/client.ts'
import type { Prisma } from '../database/generated/client.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'
import { actorOfKey } from './admission.ts'
import type { KnownKey } from './known-key.ts'
import { presentKey } from './record.ts'

const include = { organization: { select: actingColumns } } as const

/** Reads a key of any organization by its public id. */
export async function loadKey(db: Database, id: string): Promise<KnownKey | null> {
  const row = await db.key.findUnique({ where: { id }, include })
  return row && knownKeyOf(row)
}

/** Reads keys of any organizations by their public ids. */
export async function loadKeys(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownKey>> {
  const rows = await db.key.findMany({ where: { id: { in: [...ids] } }, include })
  return new Map(rows.map((row) => [row.id, knownKeyOf(row)]))
}

function knownKeyOf(row: Prisma.KeyGetPayload<{ include: typeof include }>): KnownKey {
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
