import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { proofColumns } from '../organizations/index.ts'
import type { AccountAct } from './acts.ts'
import { countAttempt } from './attempts.ts'
import { changePerson } from './change-person.ts'
import { ownHand, type PersonRequest } from './hand.ts'
import { type Person, personWithId } from './person.ts'
import { endAllAccess, endAllSessions, putPassword } from './take-over.ts'

const PASSWORD_LINK = 'password-link-'

/** The validity of a link. */
export const RESET_MINUTES = 30

/**
 * Links sent for an account, whoever requests them, so at most nine are valid at once. Earlier ones stay valid: a
 * stranger who uses up the limit only sends the holder links, and cannot invalidate the one that the holder is about to
 * open.
 */
const links = { window: 900, max: 3 }

/**
 * Creates a secret with which the holder of an address can set a new password. Using one invalidates all others of the
 * account.
 *
 * @returns undefined if there is no such account, or it got several just now
 */
export async function startPasswordReset(
  core: Pick<Core, 'db' | 'clock'>,
  given: string,
): Promise<{ email: string; secret: string } | undefined> {
  const email = given.trim().toLowerCase()
  const { allowed } = await countAttempt(core, `reset ${digestOf(email)}`, links)
  const person = await core.db.user.findUnique({ where: { email } })
  if (!allowed || !person) return undefined
  const secret = randomBytes(32).toString('base64url')
  const now = core.clock()
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000)
  const row = { id: digestOf(secret), identifier: identifierOf(secret), value: person.id }
  await core.db.verification.create({ data: { ...row, expiresAt } })
  return { email, secret }
}

/** The person that a link is for. Throws `not-found` for a link that is no longer valid. */
export async function lookAtPasswordReset(core: Core, secret: string): Promise<Person> {
  const identifier = identifierOf(secret)
  const where = { identifier, expiresAt: { gt: core.clock() } }
  const row = await core.db.verification.findFirst({ where })
  if (!row) throw ended()
  return personWithId(core, row.value)
}

/** What can still sign in to an account after its password was reset. */
export interface Left {
  readonly twoStep: boolean
  readonly passkeys: number
}

/**
 * Uses a link, and invalidates the account's others: sets the password, and ends all sessions, sign-ins in progress and
 * trust in browsers. Second factors and passkeys stay. But if the address was unproven, anybody may have created the
 * account: then the link claims it, and removes every earlier way to sign in.
 *
 * @throws Problem `not-found` for a link that is no longer valid
 */
export async function resetPassword(
  core: Core,
  { secret, passwordHash }: { secret: string; passwordHash: string },
  request: PersonRequest,
): Promise<{ person: Person; act: AccountAct; left: Left }> {
  const person = await lookAtPasswordReset(core, secret)
  const { id: userId, addressProof } = person
  const isClaim = addressProof === 'none'
  const act = isClaim ? 'members.claimAccount' : 'members.resetPassword'
  const hand = ownHand(core, person, request)
  let passkeys = 0
  await changePerson(core, { person, hand, act }, async (db) => {
    // If links are used twice concurrently, only one use finds its link.
    await db.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${userId} FOR NO KEY UPDATE`
    const { count } = await db.verification.deleteMany({
      where: { identifier: identifierOf(secret) },
    })
    if (count === 0) throw ended()
    await putPassword(db, userId, passwordHash)
    if (isClaim) await endAllAccess(db, userId)
    else await endAllSessions(db, userId)
    await db.user.update({ where: { id: userId }, data: proofColumns('mail') })
    passkeys = await db.passkey.count({ where: { userId } })
  })
  return { person, act, left: { twoStep: !isClaim && person.twoFactorEnabled, passkeys } }
}

/** Only the digest is stored, so the database reveals no links. */
function identifierOf(secret: string): string {
  return `${PASSWORD_LINK}${digestOf(secret)}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function ended(): Problem {
  const detail =
    'This link no longer works: it or another one was used, or it is older than 30 minutes.'
  return new Problem('not-found', { detail })
}
