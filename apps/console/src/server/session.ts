import { actorOfMember, isOperator, membershipsOf, type UserActor } from '@sluice/core'
import { auth } from './auth.ts'
import { core } from './core.ts'

export interface SignedIn {
  readonly sessionId: string
  /** Whether the password alone does not sign this user in. */
  readonly hasSecondFactor: boolean
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  /** Every organization the user is a member of. */
  readonly memberships: readonly Membership[]
  /** Whether the user runs the service, beyond any organization. */
  readonly isOperator: boolean
  /** The user in the chosen organization; undefined for a member of none. */
  readonly actor: UserActor | undefined
}

export interface Membership {
  readonly organizationId: string
  readonly name: string
  readonly role: string
}

/**
 * Who the cookie belongs to, with the organization that the session chose, else the first one. Membership
 * is read on every call, so that a removed member is out at once.
 */
export async function readSession(headers: Headers, refresh: Refresh): Promise<SignedIn | null> {
  const { headers: answered, response: found } = await auth().api.getSession({
    headers,
    query: { disableRefresh: refresh === 'keep' },
    returnHeaders: true,
  })
  if (found === null) return null
  if (refresh !== 'keep') for (const cookie of answered.getSetCookie()) refresh(cookie)
  const { id, name, email } = found.user
  const [memberships, runsService] = await Promise.all([
    membershipsOf(core(), id),
    isOperator(core(), id),
  ])
  const chosen =
    memberships.find((row) => row.organizationId === found.session.activeOrganizationId) ??
    memberships[0]
  const actor =
    chosen && (await actorOfMember(core(), { userId: id, organizationId: chosen.organizationId }))
  const sessionId = found.session.id
  const hasSecondFactor = found.user.twoFactorEnabled === true
  const user = { id, name, email }
  return { sessionId, hasSecondFactor, user, memberships, isOperator: runsService, actor }
}

/**
 * A session in use is prolonged, which renews its cookie: `refresh` receives that. Pages cannot set
 * cookies while they render, so they `keep` it as it is.
 */
type Refresh = 'keep' | ((setCookie: string) => void)
