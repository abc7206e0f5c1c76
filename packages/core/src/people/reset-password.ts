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

/** How long a link works. */
export const RESET_MINUTES = 30

/**
 * Links that an account gets, whoever requests them, so at most nine work at once. Earlier ones stay good: a stranger
 * who uses the limit up sends the holder links, and cannot end the one that the holder is about to open.
 */
const links = { window: 900, max: 3 }

/**
 * Makes a secret by which the holder of an address sets a new password. The first use of one ends all of the account.
 *
 * @returns undefined without such an account, and where it got several just now
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

/** What a link is for. Throws `not-found` for one that works no longer. */
export async function lookAtPasswordReset(core: Core, secret: string): Promise<Person> {
  const identifier = identifierOf(secret)
  const where = { identifier, expiresAt: { gt: core.clock() } }
  const row = await core.db.verification.findFirst({ where })
  if (!row) throw ended()
  return personWithId(core, row.value)
}

/** What still signs in to an account whose password was reset. */
export interface Left {
  readonly twoStep: boolean
  readonly passkeys: number
}

/**
 * Uses a link up, and ends the others of the account: sets the password, and ends all sessions, sign-ins
 * under way and the trust in browsers. Second factors and passkeys stay.
 * Not so where nobody had proved the address: anybody may have made that account, so the link claims it and ends all
 * that signed in before.
 *
 * @throws Problem `not-found` for a link that works no longer
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
    // Of two uses at once, by one link or by two, one finds its own.
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

/** Only the digest is kept: who reads the database has no link. */
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
