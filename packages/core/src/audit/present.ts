import type { AuditEntry, Scope } from '@sluice/contract'
import type { AuditEntry as EntryRow } from '../database/generated/client.ts'
import { seesAll, shownTo } from './shown.ts'

/**
 * An entry as an actor with these scopes may see it.
 *
 * @param entries how many entries it stands for
 */
export function presentEntry(row: EntryRow, scopes: readonly Scope[], entries = 1): AuditEntry {
  const { resource, before, after, withheld } = shownTo(scopes, row)
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
    resource,
    before,
    after,
    position: row.position,
    hash: row.hash && seesAll(scopes) ? Buffer.from(row.hash).toString('hex') : null,
    entries,
    withheld,
  }
}
