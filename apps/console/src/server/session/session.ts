import {
  type Admission,
  admitMember,
  isOperator,
  membershipsOf,
  type SessionFacts,
} from '@sluice/core'
import { auth } from '../auth/auth.ts'
import { forPerson, forSession } from '../callers/counted-for.ts'
import { core } from '../core.ts'

export interface SignedIn {
  readonly sessionId: string
  /** Whether a password sign-in requires a second step. */
  readonly hasSecondFactor: boolean
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  /** The organizations of the user. For a company session, only the one that it is valid for. */
  readonly memberships: readonly Membership[]
  /** Whether the user is an operator of the service. */
  readonly isOperator: boolean
  /** What sign-in rules of organizations are checked against. */
  readonly facts: SessionFacts
}

export interface Membership {
  readonly organizationId: string
  readonly name: string
  readonly role: string
}

/**
 * The session of the request's cookie. Reads memberships on every call, so that a removed member loses access at once.
 */
export function readSession(headers: Headers, refresh: Refresh): Promise<SignedIn | null> {
  return forSession(headers, () => lookUp(headers, refresh))
}

async function lookUp(headers: Headers, refresh: Refresh): Promise<SignedIn | null> {
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

/** The id of the user whose session the request has. */
export async function whoseSession(headers: Headers): Promise<string | undefined> {
  const query = { disableRefresh: true }
  const found = await forSession(headers, () => auth().api.getSession({ headers, query }))
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

/**
 * A session's admission to an organization; undefined if the organization does not exist or the user is not a member.
 */
export async function admissionIn(
  session: SignedIn | null,
  organizationId: string | undefined,
): Promise<Admission | undefined> {
  const membership = session?.memberships.find((row) => row.organizationId === organizationId)
  if (!session || !membership) return undefined
  const { user, facts } = session
  return forPerson(user.id, () => admitMember(core(), facts, membership.organizationId))
}

/**
 * Using a session extends it, which renews its cookie: `refresh` receives that cookie. Pages cannot set cookies while
 * they render, so they `keep` the old one.
 */
type Refresh = 'keep' | ((setCookie: string) => void)
