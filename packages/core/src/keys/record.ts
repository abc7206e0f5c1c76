import type { Key } from '@sluice/contract'
import type { Key as KeyRow } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'
import { displayOf } from './key-string.ts'

export type KeyStatus = Key['status']

/** The status is computed from the clock, not stored. Revoked wins, and both it and Expired are terminal. */
export function statusOf(row: Pick<KeyRow, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (row.revokedAt) return 'Revoked'
  return row.expiresAt && row.expiresAt <= now ? 'Expired' : 'Active'
}

/** A key's public record. */
export function presentKey(row: KeyRow, now: Date): Key {
  return {
    id: row.id,
    keyType: row.keyType,
    name: row.name,
    scopes: row.scopes as unknown as Key['scopes'],
    allowedIpCidrs: row.allowedIpCidrs,
    budgetShare: row.budgetShare,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    status: statusOf(row, now),
    display: displayOf(row),
    createdBy: row.createdBy as Key['createdBy'],
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedBy as Key['revokedBy'],
    leakedAt: row.leakedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
