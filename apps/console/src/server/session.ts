import {
  type Admission,
  admitMember,
  isOperator,
  membershipsOf,
  type SessionFacts,
} from '@sluice/core'
import { auth } from './auth.ts'
import { core } from './core.ts'

export interface SignedIn {
  readonly sessionId: string
  /** Whether the password alone does not sign this user in. */
  readonly hasSecondFactor: boolean
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  /** Every organization the user is a member of; of a session by a provider the one that it is good for. */
  readonly memberships: readonly Membership[]
  /** Whether the user runs the service, beyond any organization. */
  readonly isOperator: boolean
  /** What organizations ask of it. */
  readonly facts: SessionFacts
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
  const facts = factsOf(found)
  const only = facts.companyOrganizationId
  const [all, runsService] = await Promise.all([
    membershipsOf(core(), id),
    only === null && isOperator(core(), id),
  ])
  const memberships = only === null ? all : all.filter((row) => row.organizationId === only)
  const { hasSecondFactor } = facts
  const user = { id, name, email }
  const sessionId = found.session.id
  return { sessionId, hasSecondFactor, user, memberships, isOperator: runsService, facts }
}

/** Whose session a request is of, and nothing else of it. */
export async function whoseSession(headers: Headers): Promise<string | undefined> {
  const found = await auth().api.getSession({ headers, query: { disableRefresh: true } })
  return found?.user.id
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof auth>['api']['getSession']>>>

function factsOf({ session, user }: Found): SessionFacts {
  const { method, companyOrganizationId, createdAt } = session
  return {
    userId: user.id,
    method: method === 'password' || method === 'passkey' || method === 'company' ? method : null,
    companyOrganizationId: companyOrganizationId ?? null,
    createdAt: new Date(createdAt),
    hasSecondFactor: user.twoFactorEnabled === true,
  }
}

/** What a session is in an organization: undefined where there is none of this id, or the user is no member of it. */
export async function admissionIn(
  session: SignedIn | null,
  organizationId: string | undefined,
): Promise<Admission | undefined> {
  const membership = session?.memberships.find((row) => row.organizationId === organizationId)
  return session && membership
    ? admitMember(core(), session.facts, membership.organizationId)
    : undefined
}

/**
 * A session in use is prolonged, which renews its cookie: `refresh` receives that. Pages cannot set
 * cookies while they render, so they `keep` it as it is.
 */
type Refresh = 'keep' | ((setCookie: string) => void)
