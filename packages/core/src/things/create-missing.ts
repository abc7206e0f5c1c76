import { invalidRequest } from '@sluice/runtime'
import { auditedTransaction } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { Change } from './batch/change.ts'
import { insertThings } from './batch/insert.ts'
import { recordAll } from './batch/record.ts'
import { keepJudges } from './judged.ts'
import { loadReferred, referenceFaults } from './references.ts'

/** Milliseconds that writing a thousand things may take. */
const TIMEOUT = 60_000

/** Nothing is committed: another call has made all of them. */
class NoneMissing extends Error {}

/**
 * Creates those of some things that do not exist, with nothing but a name, which is the id, and a type; answers which these
 * were. What other calls create at the same time is waited for, and left as they make it. They are audited like single
 * ones; authorizing them is the caller's. Throws `invalid-request` where things of the type cannot be so bare.
 */
export async function createMissing(
  ctx: Context,
  ids: readonly string[],
  thingTypeId: string,
): Promise<ReadonlySet<string>> {
  const work = (db: Transaction) => insertMissing({ ...ctx, db }, ids, thingTypeId)
  try {
    return await auditedTransaction(ctx.db, work, TIMEOUT)
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
  // The numbers that were drawn for them count as a write, of which there is nothing to be audited.
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
