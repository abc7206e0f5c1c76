import { budgetTiers, type Output, type TierLimit } from '@sluice/contract'
import type { Context } from '../context.ts'
import { currentFigure } from '../limits/index.ts'
import { levels } from './reserve.ts'

/** The organization's current budgets. */
export async function listLimits(ctx: Context): Promise<Output<'limits.list'>> {
  const { organization } = ctx.actor
  const left = await levels(ctx, ctx.actor, ctx.now)
  const items = budgetTiers.flatMap((tier): TierLimit[] => {
    const current = currentFigure(organization.limits, tier, ctx.now.getTime())
    const level = left.find((one) => one.tier === tier)
    if (!(current && level)) return []
    const { figure, source } = current
    return [
      {
        ...level,
        source,
        until: figure && 'until' in figure ? new Date(figure.until).toISOString() : null,
        reason: figure?.reason ?? null,
      },
    ]
  })
  return { items }
}
