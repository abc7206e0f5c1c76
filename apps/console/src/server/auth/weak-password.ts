import { membershipsOf } from '@sluice/core'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Estimator } from '#passwords/estimator.ts'
import { judgePassword } from '#passwords/judge.ts'
import type { Weakness } from '#passwords/weakness.ts'
import { passwordLength } from '#sign-in/password-length.ts'
import { core } from '../core.ts'

// Next bundles route handlers separately; the lists are loaded once, before the first request (`instrumentation.ts`).
const process = globalThis as typeof globalThis & { sluicePasswords?: Promise<Estimator> }

export function passwordEstimator(): Promise<Estimator> {
  process.sluicePasswords ??= import('#passwords/estimator.ts').then((lists) =>
    lists.openEstimator(),
  )
  return process.sluicePasswords
}

/** Whether a password's length allows hashing and judging it. */
export function hasPasswordLength({ length }: string): boolean {
  return length >= passwordLength.min && length <= passwordLength.max
}

/** Why a new password is too easy to guess; undefined if it is not. Check its length first. */
export async function weaknessOf(
  password: string,
  own: readonly string[],
): Promise<Weakness | undefined> {
  return judgePassword(password, own, await passwordEstimator())
}

/** Rejects a change to a weak password. Existing weak passwords can still sign in. */
export function refusesWeakPasswords() {
  return {
    id: 'weak-passwords',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(refuseWeak),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseWeak(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const password: unknown = ctx.body?.newPassword
  if (typeof password !== 'string' || !hasPasswordLength(password)) return undefined
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  if (!found) return undefined
  const { id, name, email } = found.user
  const organizations = (await membershipsOf(core(), id)).map((membership) => membership.name)
  const weakness = await weaknessOf(password, [name, email, ...organizations])
  if (weakness === undefined) return undefined
  return new APIError('BAD_REQUEST', { code: `PASSWORD_${weakness.toUpperCase()}` })
}
