import { decodeNumberCursor, encodeCursor } from '@sluice/runtime'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { countAttempt } from './attempts.ts'
import type { Hand } from './hand.ts'
import type { Person } from './person.ts'

/** A change of an account, by its name in the audit logs of the organizations that the person belongs to. */
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

/** An event that is in no audit log, since it changes nothing that concerns an organization. */
export type AccountEvent =
  | 'account.signIn'
  | 'account.failSignIn'
  | 'account.throttleSignIn'
  | 'account.failSecondFactor'
  | 'account.endSessions'
  | 'account.rename'
  | 'account.connectCompany'

/** What the security log contains; also accepted invitations. */
export type SecurityAct = AccountAct | AccountEvent | 'members.join'

/** An entry of the security log. */
export interface RecordedAct {
  readonly id: number
  readonly act: string
  /** The person, or somebody with access to the machine. */
  readonly by: Hand['by']
  readonly userId: string
  /** At that time. */
  readonly email: string
  /** UTC; of several, the first. */
  readonly at: string
  /** The client's address; null for the command line. */
  readonly address: string | null
  /** The browser's user agent. */
  readonly device: string | null
  /** How often it happened. */
  readonly times: number
}

type Account = Pick<Person, 'id' | 'email'>

const LONGEST_DEVICE = 300
const LONGEST_ADDRESS = 100

/** Records an act in its own transaction. */
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

/** The most rows of one kind for an account in an hour. Further events are counted on the newest of them. */
const hourly = { window: 3600, max: 10 }

/** Events that strangers can cause: at most {@link hourly} rows of each kind are written in an hour. */
const failures: ReadonlySet<AccountEvent> = new Set([
  'account.failSignIn',
  'account.throttleSignIn',
  'account.failSecondFactor',
])

/**
 * Records an event that can be repeated at will, such as a failed sign-in. Events that the account's holder should
 * recognize as their own, such as a sign-in, are only counted on a row with the same address, device and organization.
 *
 * @param organizationId the organization whose provider was used: others do not see it
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
  /** One person; without it, all. */
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

/** Days that an entry is kept. */
const KEPT_DAYS = 180

/** Deletes old entries of the security log. */
export async function forgetOldActs({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000)
  await db.$transaction(async (tx) => {
    // A trigger refuses any other deletion.
    await tx.$executeRaw`SELECT set_config('sluice.account_acts_end', ${before.toISOString()}, true)`
    await tx.accountAct.deleteMany({ where: { at: { lt: before } } })
  })
}
