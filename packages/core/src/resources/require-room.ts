import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'

interface Bound {
  /** What is counted. Calls that create something of the same kind run one after another. */
  readonly kind: string
  readonly most: number
  /** Returns how many the organization has. */
  readonly count: () => Promise<number>
  /** Says what to do if the limit is reached. */
  readonly detail: string
}

/** How many more of a kind the actor's organization may have. Locked until the transaction ends. */
export async function roomFor(
  { db, actor }: Context,
  { kind, most, count }: Omit<Bound, 'detail'>,
): Promise<number> {
  const name = `${kind} of ${actor.organization.id}`
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`
  return Math.max(0, most - (await count()))
}

/** Throws `conflict` if the actor's organization has reached the limit of a kind. Locked until the transaction ends. */
export async function requireRoom(ctx: Context, bound: Bound): Promise<void> {
  if ((await roomFor(ctx, bound)) === 0) throw new Problem('conflict', { detail: bound.detail })
}
