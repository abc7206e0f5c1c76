import { type Access, accessBy, endLateAccess, isAccessStill, replacePassword } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { secondSteps, whoTries } from './codes-count-once.ts'
import { core } from './core.ts'

const PASSWORD = '/sign-in/email'
const CHANGE = '/change-password'
const PASSKEY = '/passkey/verify-authentication'

/** What a session, or somebody between the two steps, may begin or change. */
const bySession = [
  ...secondSteps,
  CHANGE,
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/verify-registration',
]
const watched = new Set([PASSWORD, PASSKEY, ...bySession])

/** What was noted for the calls that are under way. */
const notes = new WeakMap<Request, Access>()

/**
 * Better Auth reads a credential, takes its time over it, and writes a session by it or another credential: whatever
 * was ended meanwhile. So a call notes the person's access before that, and what it made is taken back after it where
 * the access is another one by then. Its place is behind the plugins whose hooks make something.
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
 * Writes a changed password in the place of Better Auth, which would write it whatever had changed since it read the old one.
 *
 * @returns false, for there is nothing left to write
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
  // The session ended since it was read, and it is not read again.
  if (session && !noted) return ended()
  if (ctx.request && noted) notes.set(ctx.request, noted)
  return undefined
}

async function accessOfStranger(ctx: GenericEndpointContext): Promise<Access | undefined> {
  const { email, response } = Object(ctx.body) as { email?: unknown; response?: unknown }
  if (ctx.path === PASSWORD) {
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
  if (!noted || returned instanceof Error || (await isAccessStill(core(), noted))) return
  const id: unknown = Reflect.get(Object(returned), 'id')
  const isPasskey = ctx.path === '/passkey/verify-registration' && typeof id === 'string'
  await endLateAccess(core(), {
    userId: noted.userId,
    session: ctx.context.newSession?.session.token,
    passkeyId: isPasskey ? id : undefined,
  })
  deleteSessionCookie(ctx, true)
  ctx.context.setNewSession(null)
  throw ended()
}

function ended(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'ACCESS_ENDED' })
}
