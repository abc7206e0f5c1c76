import type { Input, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import { listLimits } from '../buckets/index.ts'
import { actingColumns, actingOrganization, listLimitRequests } from '../limits/index.ts'
import { contextIn, type Operator } from '../operator.ts'
import { limitUsage } from '../usage/index.ts'

/** A tenant's current budgets, as its own admins see them. Throws `not-found`. */
export async function tenantLimits(operator: Operator, id: string): Promise<Output<'limits.list'>> {
  return listLimits(await contextOfTenant(operator, id))
}

/** The last hundred requests of a tenant with their outcomes, newest first. Throws `not-found`. */
export async function tenantRequests(
  operator: Operator,
  id: string,
): Promise<Output<'limitRequests.list'>> {
  const query = { limit: 100, sort: '-createdAt' } as const
  return listLimitRequests(await contextOfTenant(operator, id), { query })
}

/** A tenant's recent usage of its budgets, as its own admins see it. Throws `not-found`. */
export async function tenantUsage(
  operator: Operator,
  id: string,
  query: Input<'limits.usage'>['query'],
): Promise<Output<'limits.usage'>> {
  return limitUsage(await contextOfTenant(operator, id), { query })
}

async function contextOfTenant(operator: Operator, id: string) {
  const row = await operator.core.db.organization.findUnique({
    where: { id },
    select: actingColumns,
  })
  if (!row) throw notFound('organization', id)
  return contextIn(operator, actingOrganization(row))
}
