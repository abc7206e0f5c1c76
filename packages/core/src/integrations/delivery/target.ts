import { isDeepStrictEqual } from 'node:util'
import type { Core } from '../../context.ts'
import { type DeliverJob, withSetter } from '../../events/index.ts'
import type { SetRow } from '../set-row.ts'

type Stores = Pick<Core, 'db' | 'clock'>

/** The integration, as long as anything may go to its URL: it is enabled, and the key that set the URL is active. */
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

/** Milliseconds for which a look at the integration counts. */
const FRESH_MS = 500

/**
 * Answers, before each request of a round, whether its target is still as it was when the round began. A round may take a minute,
 * and a key that was revoked stops within a second.
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
