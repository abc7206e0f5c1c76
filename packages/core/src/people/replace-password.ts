import type { Core } from '../context.ts'
import { type Access, accessBy, isAccessStill } from './access-epoch.ts'
import { putPassword } from './take-over.ts'

/**
 * Replaces the password of somebody who has presented the old one. If two do so concurrently, one succeeds.
 *
 * @param access as read before the password
 * @returns the new access; undefined if it had changed meanwhile, and nothing was done
 */
export function replacePassword(
  core: Pick<Core, 'db'>,
  { access, passwordHash }: { access: Access; passwordHash: string },
): Promise<Access | undefined> {
  const { userId } = access
  return core.db.$transaction(async (db) => {
    await db.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${userId} FOR NO KEY UPDATE`
    if (!(await isAccessStill({ db }, access))) return undefined
    await putPassword(db, userId, passwordHash)
    return accessBy({ db }, { userId })
  })
}
