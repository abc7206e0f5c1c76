import type { Context } from '../context.ts'

/*
 * Whether a definition may change depends on its uses, and what may use it depends on the definition. So a transaction
 * that relies on definitions locks them against changes until it ends, and one that changes a definition waits for
 * those before it looks at the uses. Samples take no locks: they belong to things and types, which do.
 *
 * The locks are advisory, because plans and dry runs take them, too, and a row lock is a write. They are striped: a
 * call may name a thousand types, and Postgres' lock table is shared by all. A call takes all of its locks at once and
 * in one order, so there are no deadlocks.
 */

export interface Lock {
  /** `metrics` are metric definitions. */
  readonly kind: 'types' | 'metrics'
  readonly id: string
  /**
   * An exclusive lock, to look at the uses: nobody else relies on the definition then. Otherwise a shared lock, to rely
   * on it: what things and samples depend on does not change.
   */
  readonly alone: boolean
}

const STRIPES = 32

/** Held until the transaction ends. Definitions and their uses must be read afterwards. */
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
