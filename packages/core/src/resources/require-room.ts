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

/** Throws `conflict` where the actor's organization has all that it may have of a kind; until the transaction ends, others wait. */
export async function requireRoom({ db, actor }: Context, bound: Bound): Promise<void> {
  const name = `${bound.kind} of ${actor.organization.id}`
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`
  if ((await bound.count()) < bound.most) return
  throw new Problem('conflict', { detail: bound.detail })
}
