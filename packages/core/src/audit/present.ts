import type { AuditEntry } from '@sluice/contract'
import type { AuditEntry as EntryRow } from '../database/generated/client.ts'

/** @param entries how many entries it stands for */
export function presentEntry(row: EntryRow, entries = 1): AuditEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: {
      type: row.actorType as AuditEntry['actor']['type'],
      id: row.actorId,
      name: row.actorName,
    },
    address: row.address,
    requestId: row.requestId,
    operation: row.operation,
    resource: row.resource,
    before: row.before,
    after: row.after,
    position: row.position,
    hash: row.hash ? Buffer.from(row.hash).toString('hex') : null,
    entries,
  }
}
