import type { Core } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { raiseAccess } from './access-epoch.ts'
import { recordAccountEvent } from './acts.ts'
import type { PersonRequest } from './hand.ts'
import { personWithId } from './person.ts'

/** A browser in which a person is signed in. */
export interface SessionRecord {
  readonly id: string
  readonly userAgent: string | null
  readonly address: string | null
  readonly createdAt: string
  /** To the hour, since active sessions are extended only that often. */
  readonly activeAt: string
}

/** A person's unexpired sessions, most recently used first. */
export async function listSessions(core: Core, userId: string): Promise<SessionRecord[]> {
  const rows = await core.db.session.findMany({
    where: { userId, expiresAt: { gt: core.clock() } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
  })
  return rows.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
    id,
    userAgent: userAgent || null,
    address: ipAddress || null,
    createdAt: createdAt.toISOString(),
    activeAt: updatedAt.toISOString(),
  }))
}

/** Ends one of the person's own sessions. Idempotent: without it, no other call of the person is affected either. */
export async function endSession(
  core: Core,
  { userId, sessionId }: { userId: string; sessionId: string },
  request: PersonRequest,
): Promise<void> {
  if ((await core.db.session.count({ where: { id: sessionId, userId } })) === 0) return
  const count = await end(core, userId, { id: sessionId })
  if (count > 0) await recordEnd(core, userId, request)
}

/** Ends all sessions of a person but one. */
export async function endOtherSessions(
  core: Core,
  { userId, keep }: { userId: string; keep: string },
  request: PersonRequest,
): Promise<{ ended: number }> {
  const count = await end(core, userId, { id: { not: keep } })
  if (count > 0) await recordEnd(core, userId, request)
  return { ended: count }
}

/** Deletes expired sessions, which no browser sends any more. */
export async function forgetEndedSessions({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await db.session.deleteMany({ where: { expiresAt: { lt: clock() } } })
}

/** A session that ends must not leave behind another one from a sign-in in progress. */
function end({ db }: Core, userId: string, which: Prisma.SessionWhereInput): Promise<number> {
  return db.$transaction(async (within) => {
    await raiseAccess(within, userId)
    return (await within.session.deleteMany({ where: { ...which, userId } })).count
  })
}

async function recordEnd(core: Core, userId: string, request: PersonRequest): Promise<void> {
  const person = await personWithId(core, userId)
  await recordAccountEvent(core, person, { act: 'account.endSessions', ...request })
}
