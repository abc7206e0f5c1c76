import type { Context } from '../../context.ts'
import type { Step } from '../plan/step.ts'

/** Writes kinds with few resources, each by the function of a direct call. */
export function oneByOne<Resource>(
  create: (ctx: Context, draft: Resource) => Promise<unknown>,
  replace: (ctx: Context, before: Resource, wanted: Resource) => Promise<unknown>,
) {
  return async (ctx: Context, steps: readonly Step[]): Promise<void> => {
    for (const { before, wanted } of steps) {
      const next = wanted as unknown as Resource
      if (before) await replace(ctx, before as unknown as Resource, next)
      else await create(ctx, next)
    }
  }
}
