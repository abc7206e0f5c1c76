import type { Context } from '../context.ts'
import { type Key, Prisma } from '../database/generated/client.ts'
import { keyPath } from '../scopes/index.ts'
import { statusOf } from './record.ts'

/**
 * The key that a key was last rotated to. The audit log says so: its entries stay, and are written together with the
 * rotation.
 */
export async function successorOf(
  { db }: Pick<Context, 'db'>,
  { organizationId, id }: Pick<Key, 'organizationId' | 'id'>,
): Promise<string | undefined> {
  const entry = await db.auditEntry.findFirst({
    where: {
      ...{ organizationId, resource: keyPath(id), operation: 'keys.rotate' },
      after: { path: ['rotatedTo'], not: Prisma.AnyNull },
    },
    orderBy: { id: 'desc' },
    select: { after: true },
  })
  return (entry?.after as { rotatedTo: string } | undefined)?.rotatedTo
}

/** Whether a key succeeds the acting one, whose rotation is under way, and is active itself. */
export async function isActiveSuccessor(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  keyId: string | null,
): Promise<boolean> {
  const { db, actor, now } = ctx
  if (actor.type !== 'key' || keyId === null) return false
  const organizationId = actor.organization.id
  const where = { organizationId_id: { organizationId, id: keyId } }
  const key = await db.key.findUnique({ where, select: { revokedAt: true, expiresAt: true } })
  if (!key || statusOf(key, now) !== 'Active') return false
  let id: string | undefined = actor.id
  while (id !== undefined && id !== keyId) id = await successorOf(ctx, { organizationId, id })
  return id === keyId
}
