import type { Core } from '../context.ts'
import { statusCondition } from './list-conditions.ts'

interface KeysOfPepper {
  readonly activeKeys: number
  /** When any of them was last used; null if none ever was. */
  readonly lastUsedAt: string | null
}

/**
 * The number of active keys of all organizations by the version of the pepper that they need. Other keys are terminal
 * and need none.
 */
export async function keysByPepper({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<Map<number, KeysOfPepper>> {
  const rows = await db.key.groupBy({
    by: ['pepperVersion'],
    where: statusCondition('Active', clock()),
    _count: true,
    _max: { lastUsedAt: true },
  })
  return new Map(
    rows.map(({ pepperVersion, _count: activeKeys, _max: { lastUsedAt } }) => [
      pepperVersion,
      { activeKeys, lastUsedAt: lastUsedAt?.toISOString() ?? null },
    ]),
  )
}
