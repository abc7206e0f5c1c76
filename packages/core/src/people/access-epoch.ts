import type { Context } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { Prisma } from '../database/generated/client.ts'

/** A person, and the epoch of their access: how often it had been ended or changed when a sign-in began. */
export interface Access {
  readonly userId: string
  readonly epoch: number
}

/** How somebody signs in. The account is looked up by it, in one statement. */
export type WayIn =
  | { readonly email: string }
  | { readonly passkey: string }
  | { readonly session: string }
  | { readonly userId: string }

/**
 * Reads a person's access epoch, before the credential itself is read.
 *
 * @returns undefined without such an account, passkey or session
 */
export async function accessBy(
  { db }: Pick<Context, 'db'>,
  way: WayIn,
): Promise<Access | undefined> {
  const select = { id: true, accessEpoch: true } as const
  const row = await db.user.findFirst({ where: whereOf(way), select })
  return row ? { userId: row.id, epoch: row.accessEpoch } : undefined
}

function whereOf(way: WayIn): Prisma.UserWhereInput {
  if ('email' in way) return { email: way.email.toLowerCase() }
  if ('passkey' in way) return { passkeys: { some: { credentialID: way.passkey } } }
  if ('session' in way) return { sessions: { some: { token: way.session } } }
  return { id: way.userId }
}

/**
 * Whether a person's access is unchanged since it was read. Waits for a concurrent change. Such a change ends the
 * sessions it finds, and this check catches any later ones: so call it after the session was created.
 */
export async function isAccessStill(
  { db }: Pick<Context, 'db'>,
  { userId, epoch }: Access,
): Promise<boolean> {
  const rows = await db.$queryRaw<{ accessEpoch: number }[]>`
    SELECT "accessEpoch" FROM "users" WHERE "id" = ${userId} FOR SHARE`
  return rows[0]?.accessEpoch === epoch
}

/**
 * Invalidates sign-ins in progress. Takes the person's lock, so a later deletion in the transaction includes what they
 * created.
 */
export async function raiseAccess(db: Transaction, userId: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { accessEpoch: { increment: 1 } } })
}

/** The same, and ends what was begun: second steps, trusted browsers, links to set a new password. */
export async function endBegun(db: Transaction, userId: string): Promise<void> {
  await raiseAccess(db, userId)
  // All of these have only the user id as their value.
  await db.verification.deleteMany({ where: { value: userId } })
}
