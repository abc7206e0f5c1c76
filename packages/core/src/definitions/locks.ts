import type { Context } from '../context.ts'

/*
 * Whether a definition may change depends on what uses it, and what may use it depends on the definition. So who relies on some
 * keeps them as they are until the transaction ends, and who changes one waits for those before he looks at its uses. Samples take no
 * locks: they belong to things and types, which do.
 *
 * The locks are advisory, because a plan and a dry run take them too, and a lock of a row is a write. They are striped: a call
 * may name a thousand types, and Postgres' table of locks is everybody's. A call takes all of its locks at once, in one order, so no
 * two wait for each other.
 */

export interface Lock {
  /** `metrics` are metric definitions. */
  readonly kind: 'types' | 'metrics'
  readonly id: string
  /**
   * Whether its uses are looked at: nobody else relies on it then, and whoever did is done. Else it is relied on, and does not change
   * in what things and samples rely on.
   */
  readonly alone: boolean
}

const STRIPES = 32

/** Until the transaction ends. Read the definitions, or look at their uses, afterwards. */
export async function lockDefinitions(ctx: Context, locks: readonly Lock[]): Promise<void> {
  if (locks.length === 0) return
  const organization = `/${ctx.actor.organization.id}/`
  await ctx.db.$queryRaw`
    SELECT CASE WHEN alone THEN pg_advisory_xact_lock(stripe)::text ELSE pg_advisory_xact_lock_shared(stripe)::text END
    FROM (
      SELECT hashtextextended(kind || ${organization} || abs(hashtext(id) % ${STRIPES}::int), 0) AS stripe, bool_or(alone) AS alone
      FROM unnest(
        ${locks.map(({ kind }) => kind)}::text[], ${locks.map(({ id }) => id)}::text[], ${locks.map(({ alone }) => alone)}::bool[]
      ) AS lock (kind, id, alone)
      GROUP BY kind, stripe ORDER BY kind DESC, stripe
    ) AS ordered`
}

export function relyingOn(kind: Lock['kind'], ids: readonly string[]): Lock[] {
  return ids.map((id) => ({ kind, id, alone: false }))
}
