import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { cut, decodeNumberCursor, type Page, pageOf } from '../lists/index.ts'
import type { SecurityAct } from '../people/index.ts'
import { standingOf } from './standing.ts'

/** The events of its members that an organization may see: not what they join elsewhere. */
const shown = [
  'account.signIn',
  'account.failSignIn',
  'account.throttleSignIn',
  'account.failSecondFactor',
  'members.setPassword',
  'members.changePassword',
  'members.resetPassword',
  'members.enableSecondFactor',
  'members.disableSecondFactor',
  'members.resetSecondFactor',
  'members.renewBackupCodes',
  'members.addPasskey',
  'members.deletePasskey',
  'members.claimAccount',
] as const satisfies SecurityAct[]

/** A member's sign-in, or a change of how they sign in. */
export interface MemberAct {
  readonly id: number
  /** UTC; of several, the first. */
  readonly at: string
  readonly act: (typeof shown)[number]
  readonly by: 'own' | 'operator'
  readonly name: string
  readonly email: string
  readonly address: string | null
  /** How often it happened. */
  readonly times: number
}

interface MemberActQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * Sign-ins and security changes of current members, since they joined, newest first. Of company sign-ins, only those
 * through the organization's own provider.
 *
 * @throws Problem `scope-missing` for viewers
 */
export async function listMemberActs(
  ctx: Context,
  query: MemberActQuery,
): Promise<Page<MemberAct>> {
  if ((await standingOf(ctx)) === 'viewer') {
    throw new Problem('scope-missing', { detail: 'Only owners and admins can see this.' })
  }
  const { limit, cursor } = query
  const before = cursor === undefined ? null : decodeNumberCursor(query, cursor)
  const rows = await ctx.db.$queryRaw<(Omit<MemberAct, 'at'> & { at: Date })[]>`
    SELECT a.id, a.at, a.act, a.by, a.address, a.times, u.name, u.email
    FROM account_acts a
    JOIN memberships m ON m."userId" = a."userId"
    JOIN users u ON u.id = a."userId"
    WHERE m."organizationId" = ${ctx.actor.organization.id}
      -- Prisma keeps UTC in this column, without saying so.
      AND a.at >= m."createdAt" AT TIME ZONE 'UTC'
      AND a.act = ANY(${[...shown]})
      AND coalesce(a."organizationId", m."organizationId") = m."organizationId"
      AND (${before}::bigint IS NULL OR a.id < ${before}::bigint)
    ORDER BY a.id DESC
    LIMIT ${limit + 1}`
  const present = ({ at, ...row }: (typeof rows)[number]) => ({ ...row, at: at.toISOString() })
  return pageOf(query, cut(limit, rows), present, ({ id }) => [String(id)])
}
