import { invalidRequest } from '@sluice/runtime'
import { auditedTransaction } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { Change } from './batch/change.ts'
import { insertThings } from './batch/insert.ts'
import { recordAll } from './batch/record.ts'
import { keepJudges } from './judged.ts'
import { loadReferred, referenceFaults } from './references.ts'

/** Milliseconds for writing a thousand things. */
const TIMEOUT_MS = 60_000

/** Rolls back, since another call has created all of them. */
class NoneMissing extends Error {}

/**
 * Creates those of some things that do not exist, with only a name (the id) and a type; returns which these were. Waits
 * for things created concurrently, and leaves those unchanged. They are audited like single calls; the caller must
 * authorize them. Throws `invalid-request` if things of the type need more.
 */
export async function createMissing(
  ctx: Context,
  ids: readonly string[],
  thingTypeId: string,
): Promise<ReadonlySet<string>> {
  const work = (db: Transaction) => insertMissing({ ...ctx, db }, ids, thingTypeId)
  try {
    return await auditedTransaction(ctx.db, work, TIMEOUT_MS)
  } catch (error) {
    if (error instanceof NoneMissing) return new Set()
    throw error
  }
}

async function insertMissing(
  ctx: Context & { readonly db: Transaction },
  ids: readonly string[],
  thingTypeId: string,
): Promise<ReadonlySet<string>> {
  await requireBare(ctx, thingTypeId)
  const where = { organizationId: ctx.actor.organization.id, id: { in: [...ids] } }
  const there = await ctx.db.thing.findMany({ where, select: { id: true } })
  const known = new Set(there.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id)).map((id) => bareThing(id, thingTypeId))
  const made = await insertThings(ctx, missing)
  // Drawing numbers for them counts as a write, which would lack its audit entry.
  if (made.size === 0) throw new NoneMissing()
  await recordAll(
    ctx,
    missing.filter(({ wanted }) => made.has(wanted.id)),
    made,
  )
  return new Set(made.keys())
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
  await keepJudges(ctx, [{ wanted }])
  const [fault] = referenceFaults(await loadReferred(ctx, [wanted]), wanted, '')
  if (!fault) return
  const detail = `has things that need more than an id, so create them first: ${fault.pointer} ${fault.detail}`
  throw invalidRequest([{ pointer: '/query/createMissing', detail }])
}
