import { type Access, accessBy, endLateAccess, isAccessStill, replacePassword } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { secondSteps, whoTries } from '../attempts/codes-count-once.ts'
import { SIGN_IN } from '../auth/password-calls.ts'
import { core } from '../core.ts'

const CHANGE = '/change-password'
const PASSKEY = '/passkey/verify-authentication'
const CONFIRM = '/two-factor/verify-totp'
const DISABLE = '/two-factor/disable'
const RENEW = '/two-factor/generate-backup-codes'

/** Calls made with a session, or between the two steps of a sign-in. */
const bySession = [
  ...secondSteps,
  CHANGE,
  '/two-factor/enable',
  DISABLE,
  RENEW,
  '/passkey/verify-registration',
]
const watched = new Set([SIGN_IN, PASSKEY, ...bySession])

/** The access noted for each call in flight. */
const notes = new WeakMap<Request, Access>()

/** Changes that Better Auth has committed when the call is refused late. */
const committed = new Set([CHANGE, DISABLE, RENEW])

/** The calls that have changed a credential, whatever they are answered. */
const changed = new WeakSet<Request>()

/** Whether a call may have changed a credential. One that was refused late must be recorded all the same. */
export function hasChanged(request: Request, { ok }: Response): boolean {
  return ok || changed.has(request)
}

/**
 * Better Auth reads a credential and later writes a session or another credential, even if access ended in between. So
 * each call notes the user's access first. If it has changed by the end of the call, whatever the call created is
 * deleted. Must come after the plugins whose hooks create something.
 */
export function endedAccess() {
  const matcher = ({ path }: { readonly path?: string }) => path !== undefined && watched.has(path)
  return {
    id: 'ended-access',
    hooks: {
      before: [{ matcher, handler: createAuthMiddleware(noteAccess) }],
      after: [{ matcher, handler: createAuthMiddleware(refuseLate) }],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Writes a changed password instead of Better Auth, which would overwrite one that changed after it read the old one.
 *
 * @returns false once written, so that Better Auth does not write it
 */
export async function changeOnce(
  { password: passwordHash }: { readonly password?: unknown },
  ctx: GenericEndpointContext | null,
): Promise<false | undefined> {
  if (ctx?.path !== CHANGE || typeof passwordHash !== 'string') return undefined
  const access = ctx.request && notes.get(ctx.request)
  const next = access && (await replacePassword(core(), { access, passwordHash }))
  if (!ctx.request || !next) throw ended()
  notes.set(ctx.request, next)
  return false
}

async function noteAccess(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const session = bySession.includes(ctx.path)
    ? await getSessionFromCtx(ctx, { disableRefresh: true })
    : undefined
  const noted = session
    ? await accessBy(core(), { session: session.session.token })
    : await accessOfStranger(ctx)
  // The session has ended since it was read.
  if (session && !noted) return ended()
  if (ctx.request && noted) notes.set(ctx.request, noted)
  return undefined
}

async function accessOfStranger(ctx: GenericEndpointContext): Promise<Access | undefined> {
  const { email, response } = Object(ctx.body) as { email?: unknown; response?: unknown }
  if (ctx.path === SIGN_IN) {
    return typeof email === 'string' ? accessBy(core(), { email }) : undefined
  }
  if (ctx.path === PASSKEY) {
    const passkey: unknown = Reflect.get(Object(response), 'id')
    return typeof passkey === 'string' ? accessBy(core(), { passkey }) : undefined
  }
  const userId = secondSteps.includes(ctx.path) ? await whoTries(ctx) : undefined
  return userId === undefined ? undefined : accessBy(core(), { userId })
}

async function refuseLate(ctx: GenericEndpointContext): Promise<void> {
  const returned: unknown = Reflect.get(ctx.context, 'returned')
  const noted = ctx.request && notes.get(ctx.request)
  if (!ctx.request || !noted || returned instanceof Error) return
  if (committed.has(ctx.path)) changed.add(ctx.request)
  if (await isAccessStill(core(), noted)) return
  const id: unknown = Reflect.get(Object(returned), 'id')
  const isPasskey = ctx.path === '/passkey/verify-registration' && typeof id === 'string'
  const { hasSecondFactor } = await endLateAccess(core(), {
    userId: noted.userId,
    session: ctx.context.newSession?.session.token,
    passkeyId: isPasskey ? id : undefined,
  })
  if (ctx.path === CONFIRM && hasSecondFactor) changed.add(ctx.request)
  deleteSessionCookie(ctx, true)
  ctx.context.setNewSession(null)
  throw ended()
}

function ended(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'ACCESS_ENDED' })
}
