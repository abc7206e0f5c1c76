import type { Context } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { Prisma } from '../database/generated/client.ts'

/** How often a person's access had been ended or changed when somebody began to use a way into their account. */
export interface Access {
  readonly userId: string
  readonly epoch: number
}

/** By what somebody gets in: what they name is looked up, and the person with it, in one statement. */
export type WayIn =
  | { readonly email: string }
  | { readonly passkey: string }
  | { readonly session: string }
  | { readonly userId: string }

/**
 * Notes a person's access, before the credential itself is read.
 *
 * @returns undefined where there is no such account, passkey or session
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
 * Whether a person's access is as it was noted. Waits for a change of it that is under way. That ends what it finds, and this
 * tells of it whatever comes later: so call it once the session is there.
 */
export async function isAccessStill(
  { db }: Pick<Context, 'db'>,
  { userId, epoch }: Access,
): Promise<boolean> {
  const rows = await db.$queryRaw<{ accessEpoch: number }[]>`
    SELECT "accessEpoch" FROM "users" WHERE "id" = ${userId} FOR SHARE`
  return rows[0]?.accessEpoch === epoch
}

/** Refuses what is under way. It takes the person's lock, so what is deleted after it includes what was there before. */
export async function raiseAccess(db: Transaction, userId: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { accessEpoch: { increment: 1 } } })
}

/** The same, and ends what was begun: second steps, trust in browsers, links by which a new password could be set. */
export async function endBegun(db: Transaction, userId: string): Promise<void> {
  await raiseAccess(db, userId)
  // All of these are named by the person alone.
  await db.verification.deleteMany({ where: { value: userId } })
}
