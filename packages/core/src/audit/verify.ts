import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { AuditEntry as EntryRow } from '../database/generated/client.ts'
import { hashOf } from './chain.ts'
import { canonicalBytes } from './entry.ts'

/** What a look at an organization's whole chain found. */
export interface ChainReport {
  readonly organizationId: string
  /** Entries of the chain that are as they were written, up to the first fault. */
  readonly verified: number
  /** Entries from before there was a chain, which nothing vouches for. */
  readonly unchained: number
  /**
   * The last hash, in hex; null without a chain. Somebody who can write to the database can rebuild the
   * whole chain, so keep this hash elsewhere and compare.
   */
  readonly head: string | null
  readonly fault: ChainFault | null
}

export interface ChainFault {
  /** The place in the chain where it breaks, from 1; null for an entry outside of it. */
  readonly position: number | null
  /** The entry's id; null where it is missing. */
  readonly entryId: string | null
  readonly reason: string
}

const PAGE = 1000
/** Milliseconds; a chain of ten million entries takes some minutes. */
const TIMEOUT = 3_600_000

/** Verifies an organization's chain in one snapshot, and names the first entry that breaks it. */
export function verifyAuditChain(
  core: Pick<Core, 'db'>,
  organizationId: string,
): Promise<ChainReport> {
  return core.db.$transaction((db) => verifyIn(db, organizationId), {
    isolationLevel: 'RepeatableRead',
    timeout: TIMEOUT,
  })
}

async function verifyIn(db: Transaction, organizationId: string): Promise<ChainReport> {
  const chain = await db.auditChain.findUnique({ where: { organizationId } })
  const unchained = await db.auditEntry.count({ where: { organizationId, position: null } })
  const { verified, fault } = await walk(db, organizationId, chain)
  return {
    ...{ organizationId, verified, unchained },
    head: chain ? hex(chain.head) : null,
    fault: fault ?? (await strayEntry(db, organizationId)),
  }
}

type Walk = { readonly verified: number; readonly fault: ChainFault | null }

async function walk(
  db: Transaction,
  organizationId: string,
  chain: { length: number; head: Uint8Array } | null,
): Promise<Walk> {
  let last: Link = { position: 0, id: 0n, hash: new Uint8Array() }
  for (;;) {
    const rows = await db.auditEntry.findMany({
      where: { organizationId, position: { gt: last.position } },
      orderBy: { position: 'asc' },
      take: PAGE,
    })
    for (const row of rows) {
      const fault = faultOf(row, last)
      if (fault) return { verified: last.position, fault }
      last = { position: last.position + 1, id: row.id, hash: row.hash ?? new Uint8Array() }
    }
    if (rows.length < PAGE) return { verified: last.position, fault: endFault(last, chain) }
  }
}

interface Link {
  readonly position: number
  readonly id: bigint
  readonly hash: Uint8Array
}

/** What is wrong with the entry that follows another, if anything is. */
function faultOf(row: EntryRow, last: Link): ChainFault | null {
  const position = last.position + 1
  if (row.position !== position) {
    return { position, entryId: null, reason: 'the entry is missing' }
  }
  const fault = (reason: string) => ({ position, entryId: String(row.id), reason })
  if (row.id <= last.id) return fault('the entry was moved')
  if (!row.hash || hex(row.hash) !== hashOf(last.hash, canonicalBytes(row)).toString('hex')) {
    return fault('the entry, or the hash before it, was changed')
  }
  return null
}

function endFault(
  last: Link,
  chain: { length: number; head: Uint8Array } | null,
): ChainFault | null {
  const length = chain?.length ?? 0
  const position = last.position + 1
  if (last.position < length) {
    const missing = length - last.position
    const what = missing === 1 ? 'the last entry is' : `the last ${missing} entries are`
    return { position, entryId: null, reason: `${what} missing` }
  }
  if (last.position > length || (chain && hex(chain.head) !== hex(last.hash))) {
    const reason = "the chain's length and head do not fit its entries"
    return { position: last.position, entryId: String(last.id), reason }
  }
  return null
}

/** An entry outside of the chain that is younger than the chain was not written by this service. */
async function strayEntry(db: Transaction, organizationId: string): Promise<ChainFault | null> {
  const first = await db.auditEntry.findFirst({
    where: { organizationId, position: 1 },
    select: { id: true },
  })
  if (!first) return null
  const stray = await db.auditEntry.findFirst({
    where: { organizationId, position: null, id: { gt: first.id } },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const reason =
    'the entry was written outside of the chain: by hand, or by a node of an old version'
  return stray && { position: null, entryId: String(stray.id), reason }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
