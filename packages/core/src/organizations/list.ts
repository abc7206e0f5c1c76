import type { Operator } from '../operator.ts'

export interface OrganizationSummary {
  readonly id: string
  readonly name: string
  /** UTC */
  readonly createdAt: string
}

/** All tenants, by id. */
export async function listOrganizations({ core }: Operator): Promise<OrganizationSummary[]> {
  const rows = await core.db.organization.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() }))
}
