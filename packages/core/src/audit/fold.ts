import type { Database, Transaction } from '../database/client.ts'
import type { AuditEntry, Prisma } from '../database/generated/client.ts'

/** An entry, and how many of its call it stands for. */
export interface Folded extends AuditEntry {
  readonly entries: number
}

interface Asked {
  /** Which entries count, the organization's alone. */
  readonly where: Prisma.AuditEntryWhereInput
  readonly direction: 'asc' | 'desc'
  /** The id after which to go on. */
  readonly from: bigint | number | undefined
  readonly take: number
}

/** What the entries of a call have in common: an id may come again, from the same caller at another time. */
type Call = Pick<AuditEntry, 'requestId' | 'actorId' | 'at'>

/**
 * Of each call the entry that comes first in the order. A call's other entries are left out wherever they lie, so that a
 * page goes on where the last one ended.
 */
export async function foldedEntries(
  db: Database | Transaction,
  { where, direction, from, take }: Asked,
): Promise<Folded[]> {
  const found: Folded[] = []
  // What is left of a call of thousands of entries is not read.
  const seen = new Map<string, Call>()
  const beyond = direction === 'desc' ? 'lt' : 'gt'
  for (let last = from; found.length < take; ) {
    const missing = take - found.length
    const rows = await db.auditEntry.findMany({
      where: {
        AND: [
          where,
          last === undefined ? {} : { id: { [beyond]: last } },
          exceptCalls([...seen.values()]),
        ],
      },
      orderBy: { id: direction },
      take: missing,
    })
    const calls = await callsOf(db, where, rows)
    for (const row of rows) {
      const call = calls.get(nameOf(row))
      const first = direction === 'desc' ? call?._max.id : call?._min.id
      if (!call || first === row.id) found.push({ ...row, entries: call?._count ?? 1 })
      if (call && call._count > 1) seen.set(nameOf(row), callOf(row))
    }
    last = rows.at(-1)?.id
    if (rows.length < missing) break
  }
  return found
}

/** Where the entries of the rows' calls begin and end, of those that count. */
async function callsOf(
  db: Database | Transaction,
  where: Prisma.AuditEntryWhereInput,
  rows: readonly AuditEntry[],
) {
  const ids = rows.flatMap(({ requestId }) => requestId ?? [])
  // The service itself gives its own doings the same id at all times.
  const times = rows.map(({ at }) => at)
  const calls = await db.auditEntry.groupBy({
    by: ['requestId', 'actorId', 'at'],
    where: { AND: [where, { requestId: { in: [...new Set(ids)] }, at: { in: times } }] },
    _count: true,
    _min: { id: true },
    _max: { id: true },
  })
  return new Map(calls.map((call) => [nameOf(call), call]))
}

/** SQL calls an entry of no call neither equal to one nor unequal. */
function exceptCalls(calls: Call[]): Prisma.AuditEntryWhereInput {
  return calls.length === 0 ? {} : { OR: [{ requestId: null }, { NOT: calls }] }
}

const callOf = ({ requestId, actorId, at }: Call): Call => ({ requestId, actorId, at })

const nameOf = ({ requestId, actorId, at }: Call) => JSON.stringify([requestId, actorId, at])
