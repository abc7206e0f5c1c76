import { isDeepStrictEqual } from 'node:util'
import type { Core } from '../../context.ts'
import { type DeliverJob, withSetter } from '../../events/index.ts'
import type { SetRow } from '../set-row.ts'

type Stores = Pick<Core, 'db' | 'clock'>

/** The integration, if anything may be sent to its URL: it is enabled, and whoever set the URL still may. */
export async function openTarget(
  { db, clock }: Stores,
  { organizationId, integrationId: lane }: DeliverJob,
): Promise<SetRow | undefined> {
  const row = await db.integration.findUnique({
    where: { organizationId_lane: { organizationId, lane } },
  })
  if (!row?.enabled) return undefined
  const target = await withSetter(db, row)
  return target.setter.endBy(clock()) ? undefined : target
}

/** Milliseconds that a read of the integration stays valid. */
const FRESH_MS = 500

/**
 * Checks, before each request of a round, whether its target is unchanged since the round began. A round may take a
 * minute, but a revoked key must have effect within a second.
 */
export function watchTarget(
  { core, monotonic }: { readonly core: Stores; readonly monotonic: () => number },
  target: SetRow,
): () => Promise<boolean> {
  const job = { organizationId: target.organizationId, integrationId: target.lane }
  let lookedAt = monotonic()
  let holds = Promise.resolve(true)
  return async () => {
    if (monotonic() - lookedAt >= FRESH_MS) {
      lookedAt = monotonic()
      holds = openTarget(core, job).then((now) => isSame(target, now))
    }
    return (await holds) && target.setter.endBy(core.clock()) === undefined
  }
}

function isSame(before: SetRow, now: SetRow | undefined): boolean {
  const { version, setter } = before
  return version === now?.version && isDeepStrictEqual(setter.reach, now.setter.reach)
}
