import type { Core } from '../context.ts'

export interface OrganizationSummary {
  readonly id: string
  readonly name: string
  /** UTC */
  readonly createdAt: string
}

/** Every tenant, by id. An operator's view: no key and no console user can reach it. */
export async function listOrganizations(core: Pick<Core, 'db'>): Promise<OrganizationSummary[]> {
  const rows = await core.db.organization.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() }))
}
