import { accessBy, confirmIdentity } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { isRecent } from '../auth/recent-sign-in.ts'
import { noteEvent } from '../auth/sign-in-log.ts'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { notifyOfAct, notifyOfJoining } from '../mail/notices.ts'
import { look, nameKept, take } from './kept.ts'
import { link } from './link.ts'
import { reportProvider } from './report-provider.ts'

/** The company sign-in that waits until this browser's user signs in to their account: its address and organization. */
export async function pending(
  ctx: GenericEndpointContext,
): Promise<{ email: string; organizationId: string; organization: string } | null> {
  const kept = await look(ctx, link)
  if (!kept) return null
  const { email, organizationId } = kept
  const row = await core().db.organization.findUnique({ where: { id: organizationId } })
  return row && { email, organizationId, organization: row.name }
}

/**
 * Connects the signed-in user's account to their identity at the provider. Requires a recent sign-in of the user's own.
 *
 * @returns where to go next
 */
export async function connect(
  ctx: GenericEndpointContext,
): Promise<{ organizationId: string; next: string }> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  const access = found && (await accessBy(core(), { session: found.session.token }))
  if (!found || !access) throw new APIError('UNAUTHORIZED')
  if (!isRecent(found.session)) throw new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH' })
  const name = await nameKept(ctx, link)
  const identity = await look(ctx, link)
  if (name === undefined || !identity)
    throw new APIError('BAD_REQUEST', { code: 'COMPANY_SIGN_IN_EXPIRED' })
  const { next, ...rest } = identity
  const request = personRequest(ctx.headers ?? new Headers())
  try {
    const confirmed = { identity: { ...rest, name: rest.name }, access }
    const joined = await confirmIdentity(core(), confirmed, request)
    if (joined) notifyOfJoining(joined, request)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, detail: message } = error
    if (code === 'conflict') {
      throw new APIError('CONFLICT', { code: 'COMPANY_NOT_CONNECTED', message })
    }
    if (code !== 'unavailable') throw error
    reportProvider(identity.organizationId, error)
    throw new APIError('SERVICE_UNAVAILABLE', { message })
  }
  noteEvent(ctx, found.user, 'account.connectCompany')
  notifyOfAct(found.user.email, 'account.connectCompany', request)
  // Last, so that whoever could not be connected may try again.
  await take(ctx, link, name)
  return { organizationId: identity.organizationId, next }
}
