import { invalidRequest } from '@sluice/runtime'
import { auditedTransaction } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Change } from './batch/change.ts'
import { writeThings } from './batch/write.ts'
import { loadReferred, referenceFaults } from './references.ts'

/** Milliseconds that writing a thousand things may take. */
const TIMEOUT = 60_000

/**
 * Creates those of some things that do not exist, with nothing but a name, which is the id, and a type; answers which these
 * were. They are audited like single ones; authorizing them is the caller's. Throws `invalid-request` where things of
 * the type cannot be so bare, and `conflict` where another call creates them at the same time.
 */
export function createMissing(
  ctx: Context,
  ids: readonly string[],
  thingTypeId: string,
): Promise<Set<string>> {
  const organizationId = ctx.actor.organization.id
  return auditedTransaction(
    ctx.db,
    async (db) => {
      const inside = { ...ctx, db }
      await requireBare(inside, thingTypeId)
      const where = { organizationId, id: { in: [...ids] } }
      const there = await db.thing.findMany({ where, select: { id: true } })
      const known = new Set(there.map(({ id }) => id))
      const missing = ids.filter((id) => !known.has(id))
      await writeThings(
        inside,
        missing.map((id) => bareThing(id, thingTypeId)),
      )
      return new Set(missing)
    },
    TIMEOUT,
  )
}

function bareThing(id: string, thingTypeId: string): Change {
  const wanted = {
    ...{ id, name: id, description: '', labels: {}, thingTypeId, siteId: null, fleetIds: [] },
    ...{ status: 'Active' as const, location: null, attributes: {} },
  }
  return { before: undefined, wanted }
}

async function requireBare(ctx: Context, thingTypeId: string): Promise<void> {
  const { wanted } = bareThing('', thingTypeId)
  const [fault] = referenceFaults(await loadReferred(ctx, [wanted]), wanted, '')
  if (!fault) return
  const detail = `has things that need more than an id, so create them first: ${fault.pointer} ${fault.detail}`
  throw invalidRequest([{ pointer: '/query/createMissing', detail }])
}
