import { organizationPath } from '#address/organization-path.ts'

/** Where somebody goes who has accepted: into the organization; an operator to the start. */
export function joinedPath(organizationId: string | null): string {
  return organizationId === null ? '/' : organizationPath(organizationId)
}
