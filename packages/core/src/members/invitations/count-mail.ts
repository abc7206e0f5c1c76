import { createHash } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { countAttempt } from '../../people/index.ts'

const HOUR = 3600

/** Limits of mails per hour for a sender, and to one address. */
const mails = { window: HOUR, max: 200 }
const toOne = { window: HOUR, max: 5 }

/** The sender of operators' invitations. */
export const OPERATORS = 'operators'

/**
 * Counts an invitation sent by mail. Replacing or withdrawing invitations does not give anything back.
 *
 * @param sender id of the organization, or {@link OPERATORS}
 * @throws Problem `rate-limited` for too many in an hour
 */
export async function countInvitationMail(
  ctx: Pick<Context, 'db' | 'clock'>,
  { sender, email }: { readonly sender: string; readonly email: string },
): Promise<void> {
  // Hashed: addresses of people without an account are not stored.
  const recipient = createHash('sha256').update(email).digest('hex')
  const one = await countAttempt(ctx, `invitation of ${sender} to ${recipient}`, toOne)
  if (!one.allowed) {
    const what = `${email} got ${toOne.max} invitations by mail within an hour, which is the limit.`
    throw refused(what, one.retryAfter)
  }
  const all = await countAttempt(ctx, `invitations of ${sender}`, mails)
  if (all.allowed) return
  const what = `${mails.max} invitations were sent by mail within an hour, which is the limit.`
  throw refused(what, all.retryAfter)
}

function refused(what: string, retryAfter: number | null): Problem {
  const seconds = retryAfter ?? HOUR
  const detail = `${what} Try again in ${Math.ceil(seconds / 60)} min.`
  return new Problem('rate-limited', { detail, retryAfter: seconds })
}
