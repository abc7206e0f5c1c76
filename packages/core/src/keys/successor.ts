import { keyLimits } from '@sluice/contract'
import type { Context } from '../context.ts'
import { type Key, Prisma } from '../database/generated/client.ts'
import { keyPath } from '../scopes/index.ts'
import { statusOf } from './record.ts'

type Place = Pick<Key, 'organizationId' | 'id'>

/** Whether a key was rotated before. */
export async function hasSuccessor({ db }: Pick<Context, 'db'>, key: Place): Promise<boolean> {
  return (await findRotation(db, key, 'rotatedTo')) !== null
}

/** Whether a key succeeds the acting one, which is in the overlap of its rotation, and is active itself. */
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
  // No overlap is longer, so the acting key was rotated since then.
  const since = new Date(now.getTime() - keyLimits.overlapSeconds * 1000)
  // Backwards, because a key may have several successors, but only one predecessor.
  let id: string | undefined = keyId
  while (id !== undefined && id !== actor.id) {
    id = await predecessorOf(db, { organizationId, id }, since)
  }
  return id === actor.id
}

/** The key whose rotation since a given time made this one. */
async function predecessorOf(
  db: Context['db'],
  key: Place,
  since: Date,
): Promise<string | undefined> {
  const entry = await findRotation(db, key, 'rotatedFrom')
  if (!entry || entry.at < since) return undefined
  return (entry.after as { rotatedFrom: string }).rotatedFrom
}

/** The audit log says so: its entries stay, and are written together with the rotation. */
function findRotation(
  db: Context['db'],
  { organizationId, id }: Place,
  other: 'rotatedTo' | 'rotatedFrom',
) {
  return db.auditEntry.findFirst({
    where: {
      ...{ organizationId, resource: keyPath(id), operation: 'keys.rotate' },
      after: { path: [other], not: Prisma.AnyNull },
    },
    select: { after: true, at: true },
  })
}
