import { type BudgetTier, budgetTiers } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Operator } from '../operator.ts'
import { type CurrentFigure, currentFigure } from './figures.ts'
import { readFigures } from './stored.ts'

/** An organization's figures now, by tier. Throws `not-found` without such an organization. */
export async function showLimits(
  { core, now }: Operator,
  organizationId: string,
): Promise<({ tier: BudgetTier } & CurrentFigure)[]> {
  const select = { limits: true } as const
  const row = await core.db.organization.findUnique({ where: { id: organizationId }, select })
  if (!row) throw notFound('organization', organizationId)
  const figures = readFigures(row.limits)
  return budgetTiers.flatMap((tier) => {
    const current = currentFigure(figures, tier, now.getTime())
    return current ? [{ tier, ...current }] : []
  })
}
