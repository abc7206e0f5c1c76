import type { Core } from '../context.ts'
import { type Access, accessBy, isAccessStill } from './access-epoch.ts'
import { putPassword } from './take-over.ts'

/**
 * Replaces the password of who has shown the one before. Of two at once, by the same password, one does.
 *
 * @param access as it was noted before the password was read
 * @returns the access from now on; undefined where it was another one by now, and nothing was changed
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
