import { spendTimeStep, timeStepOf } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { core } from '../core.ts'

const APP = '/two-factor/verify-totp'
/** Calls of the second step of a sign-in. */
export const secondSteps = [APP, '/two-factor/verify-backup-code']

/**
 * Accepts each code of an authenticator app once; Better Auth would accept it for as long as it is valid. So somebody
 * who saw or intercepted a code cannot use it again. The time step is recorded before Better Auth checks the code, so
 * of two concurrent calls one is rejected. Such a rejection counts as a wrong code (`code-attempts.ts`).
 */
export function codesCountOnce() {
  return {
    id: 'codes-count-once',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && secondSteps.includes(path),
          handler: createAuthMiddleware(refuseUsedCode),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Ignores wrong codes and unknown users: Better Auth rejects and counts those. */
async function refuseUsedCode(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const code: unknown = ctx.body?.code
  const userId = await whoTries(ctx)
  if (typeof code !== 'string' || userId === undefined) return undefined
  const data = await encryptedSecret(ctx, userId)
  if (data === undefined) return undefined
  const key = ctx.context.secretConfig
  const secret = await symmetricDecrypt({ key, data }).catch(() => undefined)
  // AUTH_SECRET has changed. The backup codes were encrypted with the old one as well.
  if (secret === undefined) return new APIError('UNAUTHORIZED', { code: 'CODES_UNREADABLE' })
  if (ctx.path !== APP) return undefined
  const step = timeStepOf(secret, code, core().clock())
  if (step === undefined || (await spendTimeStep(core(), userId, step))) return undefined
  // Returned, because Better Auth logs what a hook throws as a failure.
  return new APIError('UNAUTHORIZED', { code: 'CODE_USED_BEFORE' })
}

/** The user who is signed in or has passed the password step, found as Better Auth finds it. */
export async function whoTries(ctx: GenericEndpointContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (session) return session.user.id
  const { name } = ctx.context.createAuthCookie('two_factor')
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!identifier) return undefined
  const found = await ctx.context.internalAdapter.findVerificationValue(identifier)
  return found?.value
}

async function encryptedSecret(
  { context }: GenericEndpointContext,
  userId: string,
): Promise<string | undefined> {
  const where = [{ field: 'userId', value: userId }]
  const row = await context.adapter.findOne<{ secret: string }>({ model: 'twoFactor', where })
  return row?.secret
}
