import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { changeMembers, type MembersContext, standingOf } from '../members/index.ts'

const REFUSAL = 'Only owners can see and change how people sign in to the organization.'

/** Throws `scope-missing` for anybody but owners, by their current role. */
export async function requireOwner(ctx: Pick<Context, 'db' | 'actor'>): Promise<void> {
  if ((await standingOf(ctx)) === 'owner') return
  throw new Problem('scope-missing', { detail: REFUSAL })
}

/** Serializes changes of how people sign in to the actor's organization. */
export function changeSignIn<T>(
  ctx: Context,
  work: (ctx: MembersContext) => Promise<T>,
): Promise<T> {
  return changeMembers(ctx, async (inside) => {
    if (inside.standing !== 'owner') throw new Problem('scope-missing', { detail: REFUSAL })
    return work(inside)
  })
}
