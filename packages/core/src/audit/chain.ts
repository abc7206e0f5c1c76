import { createHash } from 'node:crypto'
import { mapInSlices } from '@sluice/runtime'
import type { Transaction } from '../database/client.ts'
import { jsonBatches } from '../resources/json-batches.ts'
import { canonicalBytes, type Entry } from './entry.ts'

/**
 * An organization's audit entries form a chain. The hash of each is SHA-256 over the hash of the entry
 * before it (nothing, for the first) and its own canonical JSON. So the chain breaks where an entry is
 * changed, removed or inserted. The chain's length and last hash have a row of their own, so that a missing
 * end is noticed too.
 */
export function hashOf(previous: Uint8Array, canonical: Uint8Array): Buffer {
  return createHash('sha256').update(previous).update(canonical).digest()
}

/**
 * Appends an organization's entries in their order: a single one in one round trip, several in two for each
 * {@link BATCH}. The chain's row stays locked until the transaction ends, which puts the entries of
 * concurrent transactions in one order.
 *
 * @param besides bytes that the transaction has written besides: they count where they are more than its entries
 * @returns bytes that the organization's changes had written before and have written now
 */
export async function append(
  db: Transaction,
  entries: readonly [Entry, ...Entry[]],
  besides = 0,
): Promise<Written> {
  const [first] = entries
  if (entries.length === 1) return appendOne(db, first, besides)
  let [before, now, more] = [0, 0, besides]
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH)
    const isLast = start + BATCH >= entries.length
    const appended = await appendBatch(db, first.organizationId, batch, isLast ? more : 0)
    if (start === 0) before = appended.before
    now = appended.now
    more -= appended.own
  }
  return { before, now }
}

/** Bytes that an organization's changes have written. */
interface Written {
  readonly before: number
  readonly now: number
}

/** Most entries that one statement writes. */
const BATCH = 1000

/**
 * Takes the lock that entries are appended under, before their transaction takes one that others take after it: the
 * order of both would differ otherwise, and the two transactions deadlock.
 */
export async function lockChain(db: Transaction, organizationId: string): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS locked FROM audit_chains WHERE "organizationId" = ${organizationId} FOR UPDATE`
}

async function appendOne(db: Transaction, entry: Entry, besides: number): Promise<Written> {
  const bytes = canonicalBytes(entry)
  const more = Math.max(bytes.length, besides)
  const now = writtenOf(
    await db.$queryRaw<Chain[]>`
    WITH chain AS (
      INSERT INTO audit_chains ("organizationId", length, head, bytes)
      VALUES (${entry.organizationId}, 1, sha256(${bytes}), ${more})
      ON CONFLICT ("organizationId") DO UPDATE
        SET length = audit_chains.length + 1, head = sha256(audit_chains.head || ${bytes}),
          bytes = audit_chains.bytes + ${more}
      RETURNING length, head, bytes
    ), entry AS (
      INSERT INTO audit_entries
        ("organizationId", at, "actorType", "actorId", "actorName", address, "requestId", operation,
         resource, before, after, position, hash)
      SELECT ${entry.organizationId}, ${entry.at}, ${entry.actorType}, ${entry.actorId},
        ${entry.actorName}, ${entry.address}, ${entry.requestId}, ${entry.operation},
        ${entry.resource}, ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb,
        chain.length, chain.head
      FROM chain
    )
    SELECT bytes FROM chain`,
  )
  return { before: now - more, now }
}

interface Chain {
  readonly bytes: bigint
}

function writtenOf([chain]: readonly Chain[]): number {
  if (!chain) throw new Error('Postgres answered no row for the one that was locked.')
  return Number(chain.bytes)
}

/** Hashes here, because each needs the one before it, and writes all rows at once. */
async function appendBatch(
  db: Transaction,
  organizationId: string,
  entries: readonly Entry[],
  besides: number,
): Promise<Written & { readonly own: number }> {
  const chains = await db.$queryRaw<(Chain & { length: number; head: Uint8Array })[]>`
    INSERT INTO audit_chains ("organizationId", length, head) VALUES (${organizationId}, 0, ''::bytea)
    ON CONFLICT ("organizationId") DO UPDATE SET length = audit_chains.length
    RETURNING length, head, bytes`
  let own = 0
  let { length, head } = chains[0] as (typeof chains)[number]
  const rows = await mapInSlices(entries, (entry) => {
    const bytes = canonicalBytes(entry)
    head = hashOf(head, bytes)
    own += bytes.length
    length += 1
    return { ...entry, position: length, hash: Buffer.from(head).toString('hex') }
  })
  const before = writtenOf(chains)
  const now = before + Math.max(own, besides)
  for (const batch of await jsonBatches(rows)) {
    await db.$executeRaw`
    WITH moved AS (
      UPDATE audit_chains SET length = ${length}, head = ${head}, bytes = ${now}
      WHERE "organizationId" = ${organizationId}
    )
    INSERT INTO audit_entries
      ("organizationId", at, "actorType", "actorId", "actorName", address, "requestId", operation,
       resource, before, after, position, hash)
    SELECT "organizationId", at, "actorType", "actorId", "actorName", address, "requestId", operation,
      resource, before, after, position, decode(hash, 'hex')
    FROM jsonb_to_recordset(${batch}::jsonb) AS row(
      "organizationId" text, at timestamptz, "actorType" text, "actorId" text, "actorName" text,
      address text, "requestId" text, operation text, resource text, before jsonb, after jsonb,
      position int, hash text)
    ORDER BY position`
  }
  return { before, now, own }
}

function jsonOf(record: unknown): string | null {
  return record === null ? null : JSON.stringify(record)
}
