import type { Context } from '../context.ts'
import { organizationPath } from '../scopes/index.ts'

/**
 * Whether a person's membership in an organization has ended before, by their own act or another's. The audit log says
 * so: its entries stay, and are written together with the end.
 */
export async function wasMember(
  db: Context['db'],
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<boolean> {
  const operation = { in: ['members.leave', 'members.remove'] }
  const before = { path: ['userId'], equals: userId }
  const where = { organizationId, resource: organizationPath, operation, before }
  return (await db.auditEntry.findFirst({ where, select: { id: true } })) !== null
}
