import { organizationPath } from '#address/organization-path.ts'

/** The page to open after accepting: the organization, or the start page for an operator. */
export function joinedPath(organizationId: string | null): string {
  return organizationId === null ? '/' : organizationPath(organizationId)
}
