import type { Core } from '../context.ts'

/** Sessions that a person may have at a time: by their own credentials, and by each organization's provider. */
const MAX_SESSIONS = 100

interface NewSession {
  readonly id: string
  readonly userId: string
  /** The organization whose provider signed in. */
  readonly companyOrganizationId?: unknown
}

/**
 * Ends a person's least recently used sessions beyond 100, after a new one was created. Those of each organization's
 * provider are counted apart: a provider can sign in as often as it likes, and must not end others. Sign-ins in progress
 * stay valid.
 */
export async function boundSessions(
  { db }: Pick<Core, 'db'>,
  { id, userId, companyOrganizationId }: NewSession,
): Promise<void> {
  const organizationId = companyOrganizationId ?? null
  // Concurrent sign-ins skip rows that another one is deleting: waiting in different orders, they would deadlock.
  await db.$executeRaw`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE id IN (
        SELECT id FROM sessions
        WHERE "userId" = ${userId} AND id <> ${id}
          AND "companyOrganizationId" IS NOT DISTINCT FROM ${organizationId}
        ORDER BY "updatedAt" DESC, id OFFSET ${MAX_SESSIONS - 1})
      FOR UPDATE SKIP LOCKED)`
}
