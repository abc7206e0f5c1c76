import { isDeepStrictEqual } from 'node:util'
import { invalidRequest, Problem } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { organizationPath } from '../scopes/index.ts'
import { changeSignIn, requireOwner } from './owner.ts'
import {
  noRules,
  type SessionFacts,
  type SignInRules,
  sessionHourBounds,
  unmetRule,
} from './rules.ts'

/**
 * Sets the rules of the actor's organization, effective with the next call of every session.
 *
 * @param session the acting owner's own, which must meet the rules, so that nobody locks out everybody
 * @throws Problem `scope-missing` if the actor is no owner, `conflict` if the session does not meet the rules, or if
 * company sign-in is to be required but cannot work, `precondition-failed`
 */
export async function setSignInRules(
  ctx: Context,
  rules: SignInRules,
  session: SessionFacts,
): Promise<void> {
  requireHours(rules)
  await requireOwner(ctx)
  const unmet = unmetRule(rules, session, ctx.now)
  if (unmet !== undefined) throw new Problem('conflict', { detail: first[unmet] })
  await put(ctx, rules)
}

const first = {
  company:
    'Your own session does not meet this rule. Sign in with your company first, then switch it on.',
  'second-factor':
    'Your own session does not meet this rule. Set up two-step sign-in or sign in with a passkey first.',
  'session-age': 'Your own session is older than that. Sign in again first.',
} as const

/** Switches all rules off: for operators, when nobody can get in any more. */
export function clearSignInRules(ctx: Context): Promise<void> {
  return put(ctx, noRules)
}

async function put(ctx: Context, rules: SignInRules): Promise<void> {
  const where = { organizationId: ctx.actor.organization.id }
  // Not within the change: its lock alone counts as a write, which must have an audit entry.
  const known = rulesIn(await ctx.db.signInRules.findUnique({ where }))
  if (isDeepStrictEqual(known, rules)) return
  await changeSignIn(ctx, async (inside) => {
    const before = rulesIn(await inside.db.signInRules.findUnique({ where }))
    requireMatch(ctx, rulesEtag(before))
    if (rules.requireCompany) await requireWorking(inside)
    await inside.db.signInRules.upsert({ where, create: { ...where, ...rules }, update: rules })
    await recordChange(inside, {
      ...{ operation: 'signIn.setRules', resource: organizationPath, before, after: rules },
    })
  })
}

/** The provider and domain may have been removed since the acting owner signed in through them. */
async function requireWorking({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<void> {
  const organizationId = actor.organization.id
  const provider = await db.identityProvider.count({ where: { organizationId } })
  const proven = await db.companyDomain.count({
    where: { organizationId, provenAt: { not: null } },
  })
  if (provider > 0 && proven > 0) return
  const detail =
    'Company sign-in needs a provider and a proven domain. Set up both first, then switch the rule on.'
  throw new Problem('conflict', { detail })
}

export function rulesIn(row: SignInRules | null): SignInRules {
  const { requireCompany, requireSecondFactor, sessionHours } = row ?? noRules
  return { requireCompany, requireSecondFactor, sessionHours }
}

/** The rules are short enough to be their own etag. */
export function rulesEtag({ requireCompany, requireSecondFactor, sessionHours }: SignInRules) {
  return [requireCompany, requireSecondFactor, sessionHours ?? 'any'].join('-')
}

function requireHours({ sessionHours }: SignInRules): void {
  const { min, max } = sessionHourBounds
  if (sessionHours === null) return
  if (Number.isInteger(sessionHours) && sessionHours >= min && sessionHours <= max) return
  const detail = `must be a whole number from ${min} to ${max}`
  throw invalidRequest([{ pointer: '/sessionHours', detail }])
}
