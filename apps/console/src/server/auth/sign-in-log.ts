import { type AccountEvent, recordAccountEvent } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { secondSteps, whoTries } from '../attempts/codes-count-once.ts'
import { personRequest } from '../callers/person-request.ts'
import { core } from '../core.ts'
import { inBackground } from '../in-background.ts'
import { accountTried, givesPassword } from './password-calls.ts'

export const signsIn: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/passkey/verify-authentication',
  ...secondSteps,
])

/**
 * Records sign-ins, wrong passwords and wrong codes in the security log. Signed-in users may give wrong passwords, too.
 */
export function signInLog() {
  return {
    id: 'sign-in-log',
    hooks: {
      after: [
        {
          matcher: ({ path }) =>
            path !== undefined && (givesPassword({ path }) || signsIn.has(path)),
          handler: createAuthMiddleware(noteSignIn),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function noteSignIn(ctx: GenericEndpointContext): Promise<void> {
  const { newSession } = ctx.context
  const isSecondStep = secondSteps.includes(ctx.path)
  if (newSession) {
    if (!signsIn.has(ctx.path)) return
    // The first code of an app turns two-step sign-in on, and signs nobody in.
    if (!isSecondStep || (await isBetweenSteps(ctx)))
      noteEvent(ctx, newSession.user, 'account.signIn')
    return
  }
  if (!isWrong(Reflect.get(ctx.context, 'returned'))) return
  if (!isSecondStep) return noteFailure(ctx, 'account.failSignIn')
  const userId = await whoTries(ctx)
  if (userId !== undefined) noteEvent(ctx, { id: userId }, 'account.failSecondFactor')
}

/** How Better Auth refuses a password or code that it has checked. */
const wrong = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_CODE',
  'INVALID_BACKUP_CODE',
])

/** Other refusals, such as of a server that is too busy, say nothing about what was given. */
function isWrong(returned: unknown): boolean {
  return returned instanceof APIError && wrong.has(returned.body?.code ?? '')
}

/**
 * Records a wrong password. The response does not wait, so that its timing does not reveal whether the account exists.
 */
export async function noteFailure(ctx: GenericEndpointContext, act: AccountEvent): Promise<void> {
  const email = await accountTried(ctx)
  if (email !== undefined) noteEvent(ctx, { email }, act)
}

/** Records an event of an account in the background; for company sign-in, with the provider's organization. */
export function noteEvent(
  ctx: GenericEndpointContext,
  who: { readonly id: string } | { readonly email: string },
  act: AccountEvent,
  organizationId?: string,
): void {
  const { address, device } = personRequest(ctx.headers ?? new Headers())
  inBackground('security log', async () => {
    const where = 'id' in who ? { id: who.id } : { email: who.email }
    const person = await core().db.user.findUnique({ where })
    if (person)
      await recordAccountEvent(core(), person, {
        act,
        address,
        device,
        ...(organizationId && { organizationId }),
      })
  })
}

async function isBetweenSteps(ctx: GenericEndpointContext): Promise<boolean> {
  const { name } = ctx.context.createAuthCookie('two_factor')
  return Boolean(await ctx.getSignedCookie(name, ctx.context.secret))
}
