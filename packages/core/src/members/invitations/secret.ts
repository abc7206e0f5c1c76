import { randomBytes } from 'node:crypto'
import { randomBase62, toBase62 } from '../../resources/ids.ts'

/**
 * The secret of an invitation's link: `svinv_<id>_<secret>`. The id (12 base62 characters) is public, the secret is 32
 * random bytes as 43 characters. It is digested like a key.
 */
const FORM = /^svinv_([0-9A-Za-z]{12})_[0-9A-Za-z]{43}$/

/** Creates a secret. Besides its digest, it may only go into the one answer that shows it. */
export function mintInvitation(): { id: string; secret: string } {
  const id = randomBase62(12)
  return { id, secret: `svinv_${id}_${toBase62(randomBytes(32), 43)}` }
}

/** The id in a secret; undefined if it is malformed. */
export function invitationIdIn(secret: string): string | undefined {
  return FORM.exec(secret)?.[1]
}
