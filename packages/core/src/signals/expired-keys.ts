import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { Key as ExpiredKey } from '../database/generated/client.ts'
import { type EventDraft, publish } from '../events/index.ts'
import { presentKey } from '../keys/index.ts'
import { keyPath } from '../scopes/index.ts'
import { PATIENCE } from './patience.ts'

/** How long a transaction that sets an expiry may take to become visible. */
const MARGIN_MS = 5_000

const NAME = 'expired keys'

/** Keys per transaction, and transactions per call: after an outage the rest waits for the next call. */
const BOUNDS = { batch: 100, batches: 500 }

type Stores = Pick<Core, 'db' | 'clock'>

/** Emits events for keys that expired since the last call, in order of expiry: once each, however many processes call it. */
export async function tellExpiredKeys(
  { db, clock }: Stores,
  { batch, batches } = BOUNDS,
): Promise<void> {
  const upTo = new Date(clock().getTime() - MARGIN_MS)
  for (let reported = 0; reported < batches; reported += 1) {
    const tell = (transaction: Transaction) => tellBatch(transaction, upTo, batch)
    const isDone = await db.$transaction(tell, PATIENCE)
    if (isDone) return
  }
}

/** Emits events for the next keys. Returns whether they were the last. */
async function tellBatch(transaction: Transaction, upTo: Date, batch: number): Promise<boolean> {
  const created = await transaction.sweep.createMany({
    data: [{ name: NAME, upTo }],
    skipDuplicates: true,
  })
  // The first call only sets the mark: earlier expiries are not reported.
  if (created.count === 1) return true
  const [last] = await transaction.$queryRaw<Last[]>`
    SELECT "upTo", "afterId" FROM sweeps WHERE name = ${NAME} FOR UPDATE`
  if (!last || last.upTo >= upTo) return true
  const keys = await expiredBetween(transaction, last, upTo, batch)
  await publish(
    transaction,
    keys.map((key) => eventOf(key, upTo)),
  )
  const end = keys.length < batch ? undefined : keys.at(-1)
  const data = end?.expiresAt ? { upTo: end.expiresAt, afterId: end.id } : { upTo, afterId: null }
  await transaction.sweep.update({ where: { name: NAME }, data })
  return end === undefined
}

/** The last reported key: a time, and for keys with exactly that time the last id, or null for all of them. */
interface Last {
  readonly upTo: Date
  readonly afterId: string | null
}

/** The first keys that expired since. Callers choose the time, so any number of keys may have the same. */
async function expiredBetween(
  transaction: Transaction,
  { upTo: after, afterId }: Last,
  upTo: Date,
  batch: number,
): Promise<ExpiredKey[]> {
  const first = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM keys
    WHERE "expiresAt" >= ${after} AND "expiresAt" <= ${upTo} AND "revokedAt" IS NULL
      AND ("expiresAt" > ${after} OR id > ${afterId})
    ORDER BY "expiresAt", id LIMIT ${batch}`
  return transaction.key.findMany({
    where: { id: { in: first.map(({ id }) => id) } },
    orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
  })
}

function eventOf(key: ExpiredKey, now: Date): EventDraft {
  const resource = keyPath(key.id)
  const occurredAt = key.expiresAt ?? now
  return {
    ...{ organizationId: key.organizationId, type: 'key.expired' },
    ...{ resource, paths: [resource], occurredAt },
    data: { resource, key: presentKey(key, now) },
  }
}
