import type { Actor } from '../actor.ts'
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

/**
 * The actor as who it is to whatever outlasts it. For a key in the overlap of its rotation that is its successor, or the
 * successor's, if that is active.
 */
export async function lastingActor(ctx: Pick<Context, 'db' | 'actor' | 'now'>): Promise<Actor> {
  const { db, actor, now } = ctx
  if (actor.type !== 'key') return actor
  const organizationId = actor.organization.id
  let lasting = actor
  for (let id = await successorOf(ctx, { organizationId, id: actor.id }); id !== undefined; ) {
    const where = { organizationId_id: { organizationId, id } }
    const key = await db.key.findUnique({ where, select: { revokedAt: true, expiresAt: true } })
    if (key && statusOf(key, now) === 'Active') lasting = { ...actor, id }
    id = await successorOf(ctx, { organizationId, id })
  }
  return lasting
}
