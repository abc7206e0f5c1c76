import { randomUUID } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import { scopesOfRole, type UserActor } from '../../actor.ts'
import { recordChange } from '../../audit/index.ts'
import type { Core } from '../../context.ts'
import type { Transaction } from '../../database/client.ts'
import { actingOrganization } from '../../limits/index.ts'
import { type PersonRequest, recordAccountAct } from '../../people/index.ts'
import { organizationPath } from '../../scopes/index.ts'
import { inTurnOfMembers } from '../change-members.ts'
import { contextOfMembers } from '../context.ts'
import { acceptAsOperator } from './accept-as-operator.ts'
import { type FoundInvitation, findInvitation } from './find.ts'
import { type Joining, joiningPerson } from './joining-person.ts'
import { roleOf } from './record.ts'
import { takeOpen } from './take-open.ts'

interface Acceptance {
  readonly secret: string
  readonly by: Joining
}

type ToOrganization = FoundInvitation & {
  readonly organizationId: string
  readonly organization: NonNullable<FoundInvitation['organization']>
}

/**
 * Uses an invitation: the person becomes a member with its role, or an operator. If it is used twice concurrently, one
 * succeeds.
 *
 * @returns the organization joined; null for none
 * @throws Problem `not-found` if the secret belongs to no invitation, `conflict` if it is not open, for a member, and
 * for an account that must sign in first or be claimed, `scope-missing` if it is another person's, `rate-limited`
 */
export async function acceptInvitation(
  core: Core,
  { secret, by }: Acceptance,
  request: PersonRequest,
): Promise<{ organizationId: string | null; email: string }> {
  const found = await findInvitation(core, secret, request.address)
  if (isToOrganization(found)) await join(core, found, by, request)
  else await acceptAsOperator(core, found, by, request)
  return { organizationId: found.organizationId, email: found.email }
}

function isToOrganization(found: FoundInvitation): found is ToOrganization {
  return found.organizationId !== null && found.organization !== null
}

function join(
  core: Core,
  found: ToOrganization,
  by: Joining,
  request: PersonRequest,
): Promise<void> {
  const { id, email } = found
  return inTurnOfMembers(core, found.organizationId, async (db) => {
    const now = await takeOpen(core, db, found)
    const actor = memberToBe(found, await joiningPerson(db, found, by, { core, request }))
    await putMember(db, actor, now)
    const ctx = { ...contextOfMembers(core, actor, request), db }
    const after = { userId: actor.id, email, role: actor.role, invitationId: id }
    await recordChange(ctx, { operation: 'members.join', resource: organizationPath, after })
    const { address, device = null } = request
    const person = { id: actor.id, email }
    const hand = { by: 'own' as const, now, address, device }
    await recordAccountAct(db, { person, hand, act: 'members.join' })
  })
}

/** The person as named in the audit log. */
function memberToBe(
  invitation: ToOrganization,
  { id, name }: { id: string; name: string },
): UserActor {
  const role = roleOf(invitation)
  const organization = actingOrganization(invitation.organization)
  return { type: 'user', id, name, role, organization, scopes: scopesOfRole[role] }
}

async function putMember(db: Transaction, actor: UserActor, createdAt: Date): Promise<void> {
  const of = { organizationId: actor.organization.id, userId: actor.id }
  const member = await db.membership.findUnique({ where: { organizationId_userId: of } })
  if (member) throw new Problem('conflict', { detail: 'You are already a member.' })
  await db.membership.create({ data: { id: randomUUID(), ...of, role: actor.role, createdAt } })
}
