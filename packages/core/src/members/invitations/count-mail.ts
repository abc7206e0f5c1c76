import { createHash } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { countAttempt, returnAttempt } from '../../people/index.ts'

const HOUR = 3600

/** Limits of mails per hour for a sender, and to one address. */
const mails = { window: HOUR, max: 200 }
const toOne = { window: HOUR, max: 5 }

/** The sender of operators' invitations. */
export const OPERATORS = 'operators'

interface InvitationMail {
  /** Id of the organization, or {@link OPERATORS}. */
  readonly sender: string
  readonly email: string
}

/**
 * Counts the mail, if any, of an invitation that `work` creates. If that fails, none is sent, and none counts.
 *
 * @throws Problem `rate-limited` for too many in an hour, and what `work` throws
 */
export async function countingMail<T>(
  ctx: Pick<Context, 'db' | 'clock'>,
  { byMail, ...sent }: InvitationMail & { readonly byMail: boolean },
  work: () => Promise<T>,
): Promise<T> {
  if (!byMail) return work()
  await countInvitationMail(ctx, sent)
  try {
    return await work()
  } catch (error) {
    await returnInvitationMail(ctx, sent)
    await returnAttempt(ctx, senderKey(sent), mails)
    throw error
  }
}

/**
 * Counts an invitation sent by mail. Replacing or withdrawing invitations does not give anything back.
 *
 * @throws Problem `rate-limited` for too many in an hour
 */
export async function countInvitationMail(
  ctx: Pick<Context, 'db' | 'clock'>,
  sent: InvitationMail,
): Promise<void> {
  const one = await countAttempt(ctx, keyOf(sent), toOne)
  if (!one.allowed) {
    const what = `${sent.email} got ${toOne.max} invitations by mail within an hour, which is the limit.`
    throw refused(what, one.retryAfter)
  }
  const all = await countAttempt(ctx, senderKey(sent), mails)
  if (all.allowed) return
  await returnInvitationMail(ctx, sent)
  const what = `${mails.max} invitations were sent by mail within an hour, which is the limit.`
  throw refused(what, all.retryAfter)
}

/** Takes back what was counted for the address of a mail that was refused. The sender's mails stay counted. */
export async function returnInvitationMail(
  ctx: Pick<Context, 'db'>,
  sent: InvitationMail,
): Promise<void> {
  await returnAttempt(ctx, keyOf(sent), toOne)
}

function senderKey({ sender }: InvitationMail): string {
  return `invitations of ${sender}`
}

function keyOf({ sender, email }: InvitationMail): string {
  // Hashed: addresses of people without an account are not stored.
  const recipient = createHash('sha256').update(email).digest('hex')
  return `invitation of ${sender} to ${recipient}`
}

function refused(what: string, retryAfter: number | null): Problem {
  const seconds = retryAfter ?? HOUR
  const detail = `${what} Try again in ${Math.ceil(seconds / 60)} min.`
  return new Problem('rate-limited', { detail, retryAfter: seconds })
}
