import { sparedByQuota } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import { type Actor, systemActor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'
import { eventsOf, publish } from '../events/index.ts'
import { isNearlyFull, quotaOf, requireRoomForChanges } from '../quotas/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { append } from './chain.ts'
import { type Entry, entryOf, type Scene } from './entry.ts'
import { type Act, requireStillActing } from './still-acting.ts'

/** Milliseconds that a change may take: for most a hundred times what they need. */
const TIMEOUT = 5000

/** Milliseconds that it may wait for a connection: a little longer than for its organization's turn. */
const MAX_WAIT = 6000

/** What was done in the transactions that are under way. */
const journals = new WeakMap<object, Act[]>()

/** Bytes that they have written besides their entries, by organization. */
const writtenBesides = new WeakMap<object, Map<string, number>>()

/**
 * Runs changes and their audit entries in one transaction. The entries are written at its end, so the lock on the
 * organization's chain is held for a short time. It is taken after those of what is changed, and before those of delivery
 * jobs, which events wake; work that wakes jobs itself takes it first (`lockChain`). So no two changes deadlock on it. A
 * transaction that wrote something but recorded nothing is rolled back: no unaudited write. Work that is called inside such
 * a transaction joins it.
 *
 * @param timeout milliseconds after which it is given up
 */
export function auditedTransaction<T>(
  db: Database | Transaction,
  work: (transaction: Transaction) => Promise<T>,
  timeout = TIMEOUT,
): Promise<T> {
  if (journals.has(db)) return work(db)
  return db.$transaction(
    async (transaction) => {
      await limitStatements(transaction, timeout)
      const journal: Act[] = []
      journals.set(transaction, journal)
      const result = await work(transaction)
      const entries = journal.map(({ entry }) => entry)
      const acts = Map.groupBy(journal, ({ entry }) => entry.organizationId)
      // Before the chain's lock is taken: this may wait for other long work.
      const events = (await mapInSlices(entries, eventsOf)).flat()
      for (const organizationId of [...acts.keys()].sort()) {
        const notices = await appendActs(transaction, acts.get(organizationId) ?? [])
        events.push(...notices.flatMap(eventsOf))
      }
      await requireStillActing(transaction, journal)
      await publish(transaction, events)
      if (journal.length === 0 && (await hasWritten(transaction))) {
        throw new Error('A change without an audit entry: nothing of it was committed.')
      }
      return result
    },
    { timeout, maxWait: MAX_WAIT },
  )
}

/** Else a statement, and its locks, would outlast a transaction that is given up. */
async function limitStatements(transaction: Transaction, timeout: number): Promise<void> {
  await transaction.$queryRaw`SELECT set_config('statement_timeout', ${String(timeout)}, true)`
}

/**
 * Runs work up to its first write, which Postgres refuses, so nothing changes whatever the work does. Answers whether it came to
 * one. Throws what the work throws before that.
 *
 * @param timeout that of the change itself, which this is a dry run of
 */
export async function untilFirstWrite(
  db: Database | Transaction,
  work: (transaction: Transaction) => Promise<unknown>,
  timeout = TIMEOUT,
): Promise<boolean> {
  try {
    await db.$transaction(
      async (transaction) => {
        journals.set(transaction, [])
        await transaction.$executeRaw`SET TRANSACTION READ ONLY`
        await limitStatements(transaction, timeout)
        await work(transaction)
      },
      { timeout, maxWait: MAX_WAIT },
    )
    return false
  } catch (error) {
    if (!isRefusedWrite(error)) throw error
    return true
  }
}

/** SQLSTATE 25006: read_only_sql_transaction. */
function isRefusedWrite(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const meta = error.meta as { driverAdapterError?: { cause?: { originalCode?: string } } }
  return meta?.driverAdapterError?.cause?.originalCode === '25006'
}

/** The journal of the transaction that a change runs in. Throws outside of one. */
export function journalOf(db: object): Act[] {
  const journal = journals.get(db)
  if (!journal) throw new Error('A change is recorded in the transaction that makes it.')
  return journal
}

/** Has the transaction changed anything so far? */
export function hasRecorded(db: object): boolean {
  return journalOf(db).length > 0
}

/**
 * Writes an organization's entries. Throws `quota-exceeded` where its changes have written all that they may, but for acts that take
 * something away and those of the service itself.
 *
 * @returns the service's own entry where these make the quota nearly full
 */
async function appendActs(transaction: Transaction, acts: readonly Act[]): Promise<Entry[]> {
  const [first, ...rest] = acts
  if (!first) return []
  const { actor } = first.scene
  const besides = writtenBesides.get(transaction)?.get(actor.organization.id)
  const entries = rest.map(({ entry }) => entry)
  const { before, now } = await append(transaction, [first.entry, ...entries], besides)
  if (acts.some(needsRoom)) requireRoomFor(actor, now)
  const { mostBytes } = quotaOf(actor.organization.limits.quotas, 'changes')
  if (isNearlyFull(before, mostBytes) || !isNearlyFull(now, mostBytes)) return []
  const notice = nearlyFull(first.scene, { kind: 'changes', usedBytes: now, mostBytes })
  await append(transaction, [notice])
  return [notice]
}

function nearlyFull({ actor, now }: Scene, after: object): Entry {
  const storage = systemActor('storage', actor.organization)
  const change = { operation: 'storage.nearlyFull', resource: organizationPath, after } as const
  return entryOf({ actor: storage, now, address: null, requestId: null }, change)
}

function requireRoomFor(actor: Actor, written: number): void {
  const isExternal = actor.type === 'key' && actor.keyType === 'External'
  requireRoomForChanges(actor.organization, written, isExternal)
}

/**
 * Throws `quota-exceeded` where a change of an organization would not fit, unless it is spared.
 *
 * @param bytes what it will write at least
 */
export async function requireRoomForMore({ db, actor }: Pick<Context, 'db' | 'actor'>, bytes = 1) {
  if (!isTheirs(actor)) return
  const where = { organizationId: actor.organization.id }
  const chain = await db.auditChain.findUnique({ where, select: { bytes: true } })
  requireRoomFor(actor, Number(chain?.bytes ?? 0) + bytes)
}

/**
 * The same before numbers are drawn, which all organizations share: there are only 2^31, and a refusal at the end of the
 * change would not take them back.
 *
 * @param texts the records, as JSON, that the change's entries will contain
 */
export async function requireRoomForNumbers(
  ctx: Pick<Context, 'db' | 'actor'>,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return
  await requireRoomForMore(
    ctx,
    texts.reduce((sum, { length }) => sum + length, 0),
  )
}

const spared: ReadonlySet<string> = sparedByQuota

function needsRoom({ scene: { actor }, entry }: Act): boolean {
  return isTheirs(actor) && entry.after !== null && !spared.has(entry.operation)
}

function isTheirs({ type }: Actor): boolean {
  return type === 'key' || type === 'user'
}

/** Counts bytes that an audited transaction writes besides its entries, and that deleting what it made would not take back. */
export function noteWritten({ db, actor }: Pick<Context, 'db' | 'actor'>, bytes: number): void {
  const { id } = actor.organization
  const written = writtenBesides.get(db) ?? new Map<string, number>()
  writtenBesides.set(db, written.set(id, (written.get(id) ?? 0) + bytes))
}

/** Postgres gives a transaction its number when it first writes, or locks a row. */
async function hasWritten(transaction: Transaction): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ wrote: boolean }[]>`
    SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote`
  return row?.wrote === true
}
