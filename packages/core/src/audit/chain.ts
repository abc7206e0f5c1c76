import { createHash } from 'node:crypto'
import type { Transaction } from '../database/client.ts'
import { canonicalBytes, type Entry } from './entry.ts'

/**
 * An organization's audit entries are a chain: each holds SHA-256 over the hash of the one before it (nothing,
 * for the first) and its own canonical JSON. So an entry that was changed, taken out or put in breaks the
 * chain from there on; the chain's length and last hash lie in a row of their own, so that a missing end is
 * noticed too.
 */
export function hashOf(previous: Uint8Array, entry: Entry): Buffer {
  return createHash('sha256').update(previous).update(canonicalBytes(entry)).digest()
}

/**
 * Appends an entry, in one round trip. The chain's row stays locked until the transaction ends, which is what
 * puts an organization's entries in one order.
 */
export async function append(db: Transaction, entry: Entry): Promise<void> {
  const bytes = canonicalBytes(entry)
  await db.$executeRaw`
    WITH chain AS (
      INSERT INTO audit_chains ("organizationId", length, head)
      VALUES (${entry.organizationId}, 1, sha256(${bytes}))
      ON CONFLICT ("organizationId") DO UPDATE
        SET length = audit_chains.length + 1, head = sha256(audit_chains.head || ${bytes})
      RETURNING length, head
    )
    INSERT INTO audit_entries
      ("organizationId", at, "actorType", "actorId", "actorName", address, "requestId", operation,
       resource, before, after, position, hash)
    SELECT ${entry.organizationId}, ${entry.at}, ${entry.actorType}, ${entry.actorId},
      ${entry.actorName}, ${entry.address}, ${entry.requestId}, ${entry.operation},
      ${entry.resource}, ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb,
      chain.length, chain.head
    FROM chain`
}

function jsonOf(record: unknown): string | null {
  return record === null ? null : JSON.stringify(record)
}
