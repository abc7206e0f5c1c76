import { invalidRequest } from '@sluice/runtime'
import { z } from 'zod'
import { type Actor, type Role, referenceOf } from '../../actor.ts'
import type { Core } from '../../context.ts'
import { newestDigest } from '../../keys/index.ts'
import { mintInvitation } from './secret.ts'

/** The validity of an invitation. */
export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

const address = z.email().max(254)

/** In lower case, as Better Auth stores and looks up addresses. Throws Problem `invalid-request`. */
export function addressIn(given: string): string {
  const { success, data } = address.safeParse(given.trim().toLowerCase())
  if (success) return data
  throw invalidRequest([{ pointer: '/email', detail: 'must be an email address' }])
}

interface Wanted extends Pick<Core, 'peppers'> {
  readonly email: string
  readonly role: Role | 'operator'
  readonly byMail: boolean
  readonly by: Pick<Actor, 'type' | 'id' | 'name'>
  readonly now: Date
}

/** The columns of a new invitation, and the secret of its link, which no column contains. */
export function draftInvitation({ email, role, byMail, by, now, peppers }: Wanted) {
  const { id, secret } = mintInvitation()
  const handed = by.type === 'system' ? ('operator' as const) : ('member' as const)
  const draft = {
    ...{ id, email, role, createdAt: now },
    delivery: byMail ? ('mail' as const) : handed,
    ...newestDigest(secret, peppers),
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    createdBy: referenceOf(by),
  }
  return { draft, secret }
}
