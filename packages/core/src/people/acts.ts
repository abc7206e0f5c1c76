import { decodeNumberCursor, encodeCursor } from '@sluice/runtime'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { countAttempt } from './attempts.ts'
import type { Hand } from './hand.ts'
import type { Person } from './person.ts'

/** A change of an account, by the names of the audit log of each organization that the person belongs to. */
export type AccountAct =
  | 'members.setPassword'
  | 'members.changePassword'
  | 'members.resetPassword'
  | 'members.enableSecondFactor'
  | 'members.disableSecondFactor'
  | 'members.resetSecondFactor'
  | 'members.renewBackupCodes'
  | 'members.addPasskey'
  | 'members.deletePasskey'
  | 'members.claimAccount'

/** What no audit log has: it changes nothing that an organization goes by. */
export type AccountEvent =
  | 'account.signIn'
  | 'account.failSignIn'
  | 'account.throttleSignIn'
  | 'account.failSecondFactor'
  | 'account.endSessions'
  | 'account.rename'
  | 'account.connectCompany'

/** What the security log has: an invitation accepted, too. */
export type SecurityAct = AccountAct | AccountEvent | 'members.join'

/** An entry of the security log. */
export interface RecordedAct {
  readonly id: number
  readonly act: string
  /** Themselves, or whoever has the machine. */
  readonly by: Hand['by']
  readonly userId: string
  /** As it was then. */
  readonly email: string
  /** UTC; of several the first. */
  readonly at: string
  /** Where the person was; null for the command line. */
  readonly address: string | null
  /** What their browser says of itself. */
  readonly device: string | null
  /** How often it happened. */
  readonly times: number
}

type Account = Pick<Person, 'id' | 'email'>

const LONGEST_DEVICE = 300
const LONGEST_ADDRESS = 100

/** Notes an act in the transaction that does it. */
export async function recordAccountAct(
  db: Transaction,
  {
    person,
    hand,
    act,
    organizationId = null,
  }: {
    person: Account
    hand: Omit<Hand, 'actorIn' | 'requestId'>
    act: SecurityAct
    organizationId?: string | null
  },
): Promise<void> {
  const data = {
    ...{ at: hand.now, act, by: hand.by, userId: person.id, email: person.email, organizationId },
    ...placeOf(hand),
  }
  await db.accountAct.create({ data })
}

function placeOf({ address, device }: Pick<Hand, 'address' | 'device'>) {
  return {
    address: address?.slice(0, LONGEST_ADDRESS) ?? null,
    device: device?.slice(0, LONGEST_DEVICE) ?? null,
  }
}

/** Rows that an account gets of one kind in an hour. What is more is counted on the newest of them. */
const hourly = { window: 3600, max: 10 }

/** What strangers cause: of each kind, at most {@link hourly} rows are written in an hour. */
const failures: ReadonlySet<AccountEvent> = new Set([
  'account.failSignIn',
  'account.throttleSignIn',
  'account.failSecondFactor',
])

/**
 * Notes what happens as often as somebody likes, a failed sign-in for example. What the account's holder is to
 * recognize as their own, such as a sign-in, is counted only on a row with the same address, device and organization.
 *
 * @param organizationId by whose provider the person signed in: other organizations do not see it
 */
export async function recordAccountEvent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  person: Account,
  {
    act,
    organizationId = null,
    ...from
  }: { act: AccountEvent; organizationId?: string | null } & Pick<Hand, 'address' | 'device'>,
): Promise<void> {
  const now = clock()
  const { allowed } = await countAttempt({ db, clock }, `log ${act} ${person.id}`, hourly)
  if (!allowed) {
    const same = failures.has(act) ? {} : { ...placeOf(from), organizationId }
    const since = new Date(now.getTime() - hourly.window * 1000)
    const where = { userId: person.id, act, at: { gt: since }, ...same }
    const row = await db.accountAct.findFirst({ where, orderBy: { id: 'desc' } })
    if (row) {
      await db.accountAct.update({ where: { id: row.id }, data: { times: { increment: 1 } } })
      return
    }
  }
  await recordAccountAct(db, { person, act, organizationId, hand: { by: 'own', now, ...from } })
}

interface ActQuery {
  /** Of one person; of all without it. */
  readonly userId?: string
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of the security log, newest first. */
export async function listAccountActs(
  { db }: Pick<Core, 'db'>,
  query: ActQuery,
): Promise<{ items: RecordedAct[]; nextCursor: string | null }> {
  const { userId, limit, cursor } = query
  const rows = await db.accountAct.findMany({
    where: {
      ...(userId !== undefined && { userId }),
      ...(cursor !== undefined && { id: { lt: placeIn(query, cursor) } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const items = rows
    .slice(0, limit)
    .map(({ at, organizationId: _, ...row }) => ({ ...row, at: at.toISOString() }))
  const last = items.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor(query, [String(last.id)]) : null
  return { items, nextCursor }
}

const LAST_ID = 2 ** 31 - 1

function placeIn(query: ActQuery, cursor: string): number {
  return Math.min(LAST_ID, Number(decodeNumberCursor(query, cursor)))
}

/** Days for which an entry is kept. */
const KEPT_DAYS = 180

/** Deletes what the security log has had for long enough. */
export async function forgetOldActs({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000)
  await db.$transaction(async (tx) => {
    // The table takes no other deletion.
    await tx.$executeRaw`SELECT set_config('sluice.account_acts_end', ${before.toISOString()}, true)`
    await tx.accountAct.deleteMany({ where: { at: { lt: before } } })
  })
}
