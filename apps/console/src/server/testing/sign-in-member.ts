import { randomUUID } from 'node:crypto'
import { admitMember, type Core, type Role } from '@sluice/core'
import type { TrpcContext } from '../trpc/context.ts'

export const request = { requestId: 'test', headers: new Headers(), address: '192.0.2.1' }

interface Membership {
  readonly organizationId: string
  /** Without a role, the user is not a member. */
  readonly role: Role | undefined
  readonly sameOrigin: boolean
}

/** Creates an account with a session, and the context of its calls about an organization. */
export async function signInMember(core: Core, { organizationId, role, sameOrigin }: Membership) {
  const userId = randomUUID()
  const user = { id: userId, name: 'Ann', email: `${userId}@sluice.example` }
  await core.db.user.create({ data: user })
  const data = { id: randomUUID(), organizationId, userId }
  if (role) await core.db.membership.create({ data: { ...data, role } })
  const begun = { method: 'password', companyOrganizationId: null, createdAt: new Date() } as const
  const facts = { ...begun, userId, hasSecondFactor: false }
  const admission = await admitMember(core, facts, organizationId)
  const rest = { hasSecondFactor: false, memberships: [], isOperator: false }
  const session = { sessionId: 'none', ...rest, user, facts }
  const context: TrpcContext = { ...request, session, actor: admission?.actor, sameOrigin }
  return { context, user }
}
