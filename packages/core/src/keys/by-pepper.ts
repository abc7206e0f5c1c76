import type { Core } from '../context.ts'
import { statusCondition } from './list-conditions.ts'

/** How many keys of all organizations depend on a version of the pepper. */
export interface PepperUse {
  readonly version: number
  /** Is it in KEY_PEPPERS? Keys of one that is not are refused. */
  readonly configured: boolean
  /** Is it what new keys use? */
  readonly newest: boolean
  /** Active keys: revoked and expired ones are final and need no pepper. */
  readonly activeKeys: number
  /** When the latest of them was used; null where none ever was. */
  readonly lastUsedAt: string | null
}

/** Every version that is configured or that active keys need, the oldest first. An operator's view. */
export async function pepperUses({
  db,
  peppers,
  clock,
}: Pick<Core, 'db' | 'peppers' | 'clock'>): Promise<PepperUse[]> {
  const rows = await db.key.groupBy({
    by: ['pepperVersion'],
    where: statusCondition('Active', clock()),
    _count: true,
    _max: { lastUsedAt: true },
  })
  const found = new Map(rows.map((row) => [row.pepperVersion, row]))
  const versions = [...new Set([...peppers.keys(), ...found.keys()])].sort((a, b) => a - b)
  const newest = Math.max(...peppers.keys())
  return versions.map((version) => ({
    version,
    configured: peppers.has(version),
    newest: version === newest,
    activeKeys: found.get(version)?._count ?? 0,
    lastUsedAt: found.get(version)?._max.lastUsedAt?.toISOString() ?? null,
  }))
}
