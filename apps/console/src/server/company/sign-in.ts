import {
  findCompany,
  type Identity,
  identifyPerson,
  isStillIdentified,
  providerOf,
  type SignInProvider,
} from '@sluice/core'
import { finishSignIn, ProviderBusy, ProviderFault, startSignIn } from '@sluice/openid'
import { Problem } from '@sluice/runtime'
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { organizationPath } from '#address/organization-path.ts'
import type { CompanyFault } from '#sign-in/company-faults.ts'
import { returnPath } from '#sign-in/return-path.ts'
import { knowByCompany } from '../attempts/known-browser.ts'
import { noteEvent } from '../auth/sign-in-log.ts'
import { openedCallerBudget } from '../callers/caller-budget.ts'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { notifyOfAct, notifyOfJoining } from '../mail/notices.ts'
import { keep, nameKept, take } from './kept.ts'
import { link } from './link.ts'
import { providerReach, redirectUriOf } from './provider-reach.ts'
import { reportProvider } from './report-provider.ts'

const attempt = {
  kind: 'company-attempt',
  schema: z.object({
    organizationId: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    next: z.string(),
  }),
} as const

export const startBody = z.object({
  /** An email address, or the id of an organization. */
  company: z.string().max(320),
  next: z.string().max(2000).optional(),
})

/**
 * Starts a sign-in at the provider of an address's domain, or of an organization.
 *
 * @returns where to send the browser
 */
export async function start(ctx: GenericEndpointContext): Promise<{ url: string }> {
  const { company, next } = ctx.body as z.output<typeof startBody>
  const given = company.trim()
  const loginHint = given.includes('@') ? given : undefined
  const wanted = loginHint === undefined ? { organizationId: given } : { email: loginHint }
  const found = await findCompany(core(), wanted)
  if ('several' in found) throw new APIError('CONFLICT', { code: 'SEVERAL_COMPANIES' })
  const provider = 'none' in found ? undefined : await providerOf(core(), found.organizationId)
  if (!provider) throw new APIError('NOT_FOUND', { code: 'NO_COMPANY_SIGN_IN' })
  const { organizationId, issuer, clientId } = provider
  const redirectUri = redirectUriOf(organizationId)
  const reach = providerReach(organizationId)
  const begun = await startSignIn(reach, provider, { redirectUri, loginHint }).catch(
    (error: unknown) => {
      reportProvider(organizationId, error)
      if (!(error instanceof ProviderBusy)) {
        throw new APIError('BAD_GATEWAY', { code: 'PROVIDER_FAILED' })
      }
      throw new APIError('SERVICE_UNAVAILABLE', { code: 'PROVIDER_BUSY' }, { 'Retry-After': '5' })
    },
  )
  const { state, nonce, codeVerifier, url } = begun
  const value = { organizationId, issuer, clientId, nonce, codeVerifier, next: returnPath(next) }
  await keep(ctx, attempt, value, state)
  return { url }
}

/** Completes a sign-in when the provider has sent the browser back. Returns where to redirect, also after a failure. */
export async function callback(ctx: GenericEndpointContext): Promise<string> {
  const name = await nameKept(ctx, attempt)
  const { state } = ctx.query as { state?: unknown }
  // Only the browser that started a sign-in may complete it.
  if (name === undefined || state !== name) return refusedPath('expired')
  const begun = await take(ctx, attempt, name)
  if (!begun || begun.organizationId !== ctx.params?.organizationId) return refusedPath('expired')
  const { organizationId, next } = begun
  const provider = await providerOf(core(), organizationId)
  if (provider?.issuer !== begun.issuer || provider.clientId !== begun.clientId) {
    return refusedPath('changed', next)
  }
  const claims = await claimsOf(ctx, provider, { ...begun, state: name })
  if ('fault' in claims) return refusedPath(claims.fault, next)
  const { issuer, clientId } = provider
  const identity = { organizationId, issuer, clientId, ...claims }
  const found = await identified(ctx, identity)
  if (found.kind === 'refused') return refusedPath(found.why, next)
  if (found.kind === 'confirm') {
    await keep(ctx, link, { ...identity, email: found.email, next })
    return '/sign-in/connect'
  }
  if (found.claimed) afterClaim(ctx, found.userId, claims.email)
  if (found.joined) notifyOfJoining(found.joined, personRequest(ctx.headers ?? new Headers()))
  if (!(await openSession(ctx, found.userId, identity))) return refusedPath('changed', next)
  return next === '/' ? organizationPath(organizationId) : next
}

/** Sessions of the account have ended. */
function afterClaim(ctx: GenericEndpointContext, userId: string, email: string | undefined): void {
  openedCallerBudget()?.forget(userId)
  const request = personRequest(ctx.headers ?? new Headers())
  if (email !== undefined) notifyOfAct(email, 'members.claimAccount', request)
}

async function identified(ctx: GenericEndpointContext, identity: Identity) {
  const request = personRequest(ctx.headers ?? new Headers())
  try {
    return await identifyPerson(core(), identity, request)
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined
    if (code === 'conflict') return { kind: 'refused', why: 'changed' } as const
    if (code !== 'unavailable') throw error
    reportProvider(identity.organizationId, error)
    return { kind: 'refused', why: 'busy' } as const
  }
}

async function claimsOf(
  ctx: GenericEndpointContext,
  provider: SignInProvider,
  kept: { readonly state: string; readonly nonce: string; readonly codeVerifier: string },
) {
  const callback = new URL(redirectUriOf(provider.organizationId))
  callback.search = new URL(ctx.request?.url ?? '').search
  try {
    const reach = providerReach(provider.organizationId)
    return await finishSignIn(reach, provider, { callback, attempt: kept })
  } catch (error) {
    if (callback.searchParams.get('error') === 'access_denied') return { fault: 'denied' } as const
    reportProvider(provider.organizationId, error)
    if (!(error instanceof ProviderFault)) throw error
    return { fault: error instanceof ProviderBusy ? 'busy' : 'provider' } as const
  }
}

/**
 * Creates a session that is valid for this organization only.
 *
 * @returns false if the provider or the account has changed in the meantime, which ends such sessions
 */
async function openSession(
  ctx: GenericEndpointContext,
  userId: string,
  identity: Identity,
): Promise<boolean> {
  const { internalAdapter } = ctx.context
  const user = await internalAdapter.findUserById(userId)
  if (!user) throw new Error('The person who signed in has no account.')
  const facts = { method: 'company', companyOrganizationId: identity.organizationId }
  const session = await internalAdapter.createSession(userId, false, facts)
  if (!(await isStillIdentified(core(), { ...identity, userId }))) {
    await internalAdapter.deleteSession(session.token)
    return false
  }
  await setSessionCookie(ctx, { session, user })
  await knowByCompany(ctx, user)
  noteEvent(ctx, user, 'account.signIn', identity.organizationId)
  return true
}

function refusedPath(fault: CompanyFault, next = '/'): string {
  return `/sign-in?${new URLSearchParams({ company: fault, ...(next !== '/' && { next }) })}`
}
