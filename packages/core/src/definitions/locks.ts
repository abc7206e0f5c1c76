import type { Context } from '../context.ts'

/*
 * Whether a definition may change depends on what uses it, and what may use it depends on the definition. So who relies on some
 * keeps them as they are until the transaction ends, and who changes one waits for those before he looks at its uses. Samples take no
 * locks: they belong to things and types, which do.
 *
 * The locks are advisory, because a plan and a dry run take them too, and a lock of a row is a write. They are striped: a call
 * may name a thousand types, and Postgres' table of locks is everybody's.
 */

/** `metrics` are metric definitions. */
type Kind = 'types' | 'metrics'

const STRIPES = 32

/** Until the transaction ends, these do not change in what things and samples rely on. Read them afterwards. */
export async function keepUnchanged(ctx: Context, kind: Kind, ids: readonly string[]) {
  if (ids.length === 0) return
  const prefix = `${kind}/${ctx.actor.organization.id}/`
  await ctx.db.$queryRaw`
    SELECT pg_advisory_xact_lock_shared(stripe)::text FROM (
      SELECT DISTINCT hashtextextended(${prefix} || abs(hashtext(id) % ${STRIPES}::int), 0) AS stripe
      FROM unnest(${ids}::text[]) AS id ORDER BY stripe
    ) AS ordered`
}

/** Until the transaction ends nobody else relies on it, and whoever did is done. Look at its uses afterwards. */
export async function lockUses(ctx: Context, kind: Kind, id: string): Promise<void> {
  const prefix = `${kind}/${ctx.actor.organization.id}/`
  await ctx.db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${prefix} || abs(hashtext(${id}) % ${STRIPES}::int), 0))::text`
}
