import { Problem } from '@sluice/runtime'
import { isRole, type Role, rolesManagedBy } from '../actor.ts'
import type { Context } from '../context.ts'

/**
 * The role by which the actor handles people, as it is now: the session's may be older. The command line may do what
 * an owner may. Keys may nothing: whoever holds one must not be able to bring in people.
 */
export async function standingOf({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Role> {
  if (actor.type === 'system') return 'owner'
  const of = { organizationId: actor.organization.id, userId: actor.id }
  const row =
    actor.type === 'user' &&
    (await db.membership.findUnique({ where: { organizationId_userId: of } }))
  if (row && isRole(row.role)) return row.role
  throw new Problem('scope-missing', {
    detail: 'The people of an organization are handled by its members in the console.',
  })
}

export function manages(standing: Role, role: Role): boolean {
  const managed: readonly Role[] = rolesManagedBy[standing]
  return managed.includes(role)
}

/** Throws `scope-missing` unless a standing may give a role, or change the membership of one who has it. */
export function requireManages(standing: Role, role: Role): void {
  if (manages(standing, role)) return
  const detail =
    standing === 'viewer'
      ? 'Viewers see the people of an organization and change nothing about them.'
      : 'Only owners make owners, and only owners change or remove them.'
  throw new Problem('scope-missing', { detail })
}
