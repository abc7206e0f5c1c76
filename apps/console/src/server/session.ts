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
}

export interface Membership {
  readonly organizationId: string
  readonly name: string
  readonly role: string
}

/** Who the cookie belongs to. Memberships are read on every call, so that a removed member is out at once. */
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
  const sessionId = found.session.id
  const hasSecondFactor = found.user.twoFactorEnabled === true
  const user = { id, name, email }
  return { sessionId, hasSecondFactor, user, memberships, isOperator: runsService }
}

/** Who acts in an organization: undefined where there is none of this id, or the user is no member of it. */
export async function actorIn(
  session: SignedIn | null,
  organizationId: string | undefined,
): Promise<UserActor | undefined> {
  const membership = session?.memberships.find((row) => row.organizationId === organizationId)
  if (!session || !membership) return undefined
  const { organizationId: id } = membership
  return actorOfMember(core(), { userId: session.user.id, organizationId: id })
}

/**
 * A session in use is prolonged, which renews its cookie: `refresh` receives that. Pages cannot set
 * cookies while they render, so they `keep` it as it is.
 */
type Refresh = 'keep' | ((setCookie: string) => void)
