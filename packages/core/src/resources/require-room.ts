import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'

interface Bound {
  /** What is counted. Calls that make something of a kind count one after the other. */
  readonly kind: string
  readonly most: number
  /** How many the organization has. */
  readonly count: () => Promise<number>
  /** Tells what to do where there is no room. */
  readonly detail: string
}

/** How many more of a kind the actor's organization may have; until the transaction ends, others wait to be told. */
export async function roomFor(
  { db, actor }: Context,
  { kind, most, count }: Omit<Bound, 'detail'>,
): Promise<number> {
  const name = `${kind} of ${actor.organization.id}`
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`
  return Math.max(0, most - (await count()))
}

/** Throws `conflict` where the actor's organization has all that it may have of a kind; until the transaction ends, others wait. */
export async function requireRoom(ctx: Context, bound: Bound): Promise<void> {
  if ((await roomFor(ctx, bound)) === 0) throw new Problem('conflict', { detail: bound.detail })
}
