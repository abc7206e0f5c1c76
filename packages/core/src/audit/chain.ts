import { createHash } from 'node:crypto'
import { mapInSlices } from '@sluice/runtime'
import type { Transaction } from '../database/client.ts'
import { jsonLots } from '../resources/json-lots.ts'
import { canonicalBytes, type Entry } from './entry.ts'

/**
 * An organization's audit entries form a chain. The hash of each is SHA-256 over the hash of the entry
 * before it (nothing, for the first) and its own canonical JSON. So the chain breaks where an entry is
 * changed, removed or inserted. The chain's length and last hash have a row of their own, so that a missing
 * end is noticed too.
 */
export function hashOf(previous: Uint8Array, entry: Entry): Buffer {
  return createHash('sha256').update(previous).update(canonicalBytes(entry)).digest()
}

/**
 * Appends an organization's entries in their order: a single one in one round trip, several in two for each
 * {@link LOT}. The chain's row stays locked until the transaction ends, which puts the entries of
 * concurrent transactions in one order.
 */
export async function append(db: Transaction, entries: readonly Entry[]): Promise<void> {
  const [first, second] = entries
  if (first === undefined) return
  if (second === undefined) return appendOne(db, first)
  for (let start = 0; start < entries.length; start += LOT) {
    await appendLot(db, first.organizationId, entries.slice(start, start + LOT))
  }
}

/** Most entries that one statement writes. */
const LOT = 1000

/**
 * Takes the lock that entries are appended under, before their transaction takes one that others take after it: the
 * order of both would differ otherwise, and the two transactions deadlock.
 */
export async function lockChain(db: Transaction, organizationId: string): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS locked FROM audit_chains WHERE "organizationId" = ${organizationId} FOR UPDATE`
}

async function appendOne(db: Transaction, entry: Entry): Promise<void> {
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

/** Hashes here, because each needs the one before it, and writes all rows at once. */
async function appendLot(
  db: Transaction,
  organizationId: string,
  entries: readonly Entry[],
): Promise<void> {
  const [chain] = await db.$queryRaw<{ length: number; head: Uint8Array }[]>`
    INSERT INTO audit_chains ("organizationId", length, head) VALUES (${organizationId}, 0, ''::bytea)
    ON CONFLICT ("organizationId") DO UPDATE SET length = audit_chains.length
    RETURNING length, head`
  if (!chain) throw new Error('Postgres answered no row for the one that was locked.')
  let { length, head } = chain
  const rows = await mapInSlices(entries, (entry) => {
    head = hashOf(head, entry)
    length += 1
    return { ...entry, position: length, hash: Buffer.from(head).toString('hex') }
  })
  for (const lot of await jsonLots(rows)) {
    await db.$executeRaw`
    WITH moved AS (
      UPDATE audit_chains SET length = ${length}, head = ${head}
      WHERE "organizationId" = ${organizationId}
    )
    INSERT INTO audit_entries
      ("organizationId", at, "actorType", "actorId", "actorName", address, "requestId", operation,
       resource, before, after, position, hash)
    SELECT "organizationId", at, "actorType", "actorId", "actorName", address, "requestId", operation,
      resource, before, after, position, decode(hash, 'hex')
    FROM jsonb_to_recordset(${lot}::jsonb) AS row(
      "organizationId" text, at timestamptz, "actorType" text, "actorId" text, "actorName" text,
      address text, "requestId" text, operation text, resource text, before jsonb, after jsonb,
      position int, hash text)
    ORDER BY position`
  }
}

function jsonOf(record: unknown): string | null {
  return record === null ? null : JSON.stringify(record)
}
