import { type AttemptRule, countAttempt, returnAttempt } from '@sluice/core'
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { core } from '../core.ts'

/** A limit of failures. */
export interface FailureLimit {
  readonly key: string
  readonly rule: AttemptRule
}

const counted = new WeakMap<Request, FailureLimit[]>()

/**
 * Counts a call as failed before it is checked, so that concurrent calls cannot exceed a limit. {@link returnFailures}
 * takes this back if it succeeds.
 *
 * @returns seconds until it may be repeated, if a limit is exceeded; the limits after it are not counted
 */
export async function countFailures(
  ctx: GenericEndpointContext,
  limits: readonly FailureLimit[],
): Promise<number | undefined> {
  for (const limit of limits) {
    const { allowed, retryAfter } = await countAttempt(core(), limit.key, limit.rule)
    if (!allowed) return retryAfter ?? limit.rule.window
    if (ctx.request) counted.set(ctx.request, [...(counted.get(ctx.request) ?? []), limit])
  }
  return undefined
}

/** Takes back what was counted for a call. */
export async function returnFailures(ctx: GenericEndpointContext): Promise<void> {
  const limits = (ctx.request && counted.get(ctx.request)) ?? []
  if (ctx.request) counted.delete(ctx.request)
  await Promise.all(limits.map(({ key, rule }) => returnAttempt(core(), key, rule)))
}

/** What Better Auth refuses before it checks a password, or a code. */
const early = new Set([
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
])

/** How a call ended. `unchecked`: it was refused before, or the server was too busy, or failed, so nothing was guessed. */
export function outcomeOf(ctx: GenericEndpointContext): 'good' | 'wrong' | 'unchecked' {
  // Better Auth's type lacks `returned`.
  const returned: unknown = Reflect.get(ctx.context, 'returned')
  if (!(returned instanceof Error)) return 'good'
  if (!(returned instanceof APIError)) return 'wrong'
  return returned.statusCode >= 500 || early.has(returned.body?.code ?? '') ? 'unchecked' : 'wrong'
}

/** The refusal of a call. */
export function tooMany(code: string, retryAfter: number): APIError {
  return new APIError('TOO_MANY_REQUESTS', { code }, { 'X-Retry-After': String(retryAfter) })
}
