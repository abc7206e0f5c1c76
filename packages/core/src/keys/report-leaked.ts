import { type Input, leakReportLimits, type Output } from '@sluice/contract'
import { inSlices, invalidRequest, mapInSlices, quantize } from '@sluice/runtime'
import { referenceOf, systemActor } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { OpenContext } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { asProblem } from '../database/store-errors.ts'
import { actingOrganization } from '../limits/index.ts'
import { findAmong } from '../lists/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { keyPath } from '../scopes/index.ts'
import { digestMatches } from './digest.ts'
import { keyShapedIn, keyStringsAmong } from './find-strings.ts'
import { presentKey, statusOf } from './record.ts'

/** Longer than a report of a few keys takes. */
const ANSWER_STEP_MS = 100

/**
 * Marks or revokes the real keys in a report, as their organizations have chosen, before it answers. The answer is
 * always the same, and takes nearly the same time, whatever was found.
 */
export async function reportLeakedKeys(
  ctx: OpenContext,
  { body }: Input<'leakedKeys.report'>,
): Promise<Output<'leakedKeys.report'>> {
  await quantize(ANSWER_STEP_MS, async () => {
    for (const id of await realKeys(ctx, [...body.strings, body.text])) {
      while (!(await respond(ctx, id))) {}
    }
  })
  return { status: 'Accepted' }
}

/** Throws `invalid-request` for more strings of the form of a key than a report may have. */
async function realKeys(ctx: OpenContext, texts: readonly string[]): Promise<string[]> {
  const shaped = keyShapedIn(texts)
  if (shaped.size > leakReportLimits.keys) {
    const detail = `has ${shaped.size} key strings; report at most ${leakReportLimits.keys} at a time`
    throw invalidRequest([{ pointer: '/body', detail }])
  }
  const strings = await inSlices(keyStringsAmong(shaped))
  const rows = await findAmong('key digests', new Set(strings.map(({ id }) => id)), (ids) =>
    ctx.db.key.findMany({
      where: { id: { in: ids } },
      select: { id: true, digest: true, pepperVersion: true },
    }),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const real = await mapInSlices(strings, ({ id, keyString }) =>
    digestMatches(keyString, byId.get(id) ?? null, ctx.peppers) ? [id] : [],
  )
  return real.flat()
}

/**
 * Marks or revokes one key. A key that is already marked is not reported again, unless it is still active and has to be
 * revoked. Returns false if a concurrent change interfered, so that the caller retries.
 */
async function respond(ctx: OpenContext, id: string): Promise<boolean> {
  const include = { organization: true } as const
  const key = await ctx.db.key.findUniqueOrThrow({ where: { id }, include })
  const wanted = settingsOf(key.organization).leakedKeys
  const revokes = wanted === 'revoke' && statusOf(key, ctx.now) === 'Active'
  if (key.leakedAt && !revokes) return true
  const actor = systemActor('leak-report', actingOrganization(key.organization))
  const where = { id, version: key.version }
  const data = {
    leakedAt: key.leakedAt ?? ctx.now,
    ...(revokes && { revokedAt: ctx.now, revokedBy: referenceOf(actor) }),
    version: { increment: 1 },
  }
  const work = async (db: Transaction) => {
    const updated = await db.key.update({ where, data })
    await recordChange(
      { ...ctx, db, actor },
      {
        operation: 'leakedKeys.report',
        resource: keyPath(id),
        before: presentKey(key, ctx.now),
        after: presentKey(updated, ctx.now),
      },
    )
  }
  try {
    await auditedTransaction(ctx.db, work)
    return true
  } catch (error) {
    if (asProblem(error).code === 'conflict') return false
    throw error
  }
}
