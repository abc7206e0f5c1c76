import type { AddressProof, InvitationDelivery } from '../../database/generated/client.ts'

/**
 * How an invitation is accepted.
 *
 * - `create`: the address has no account, and the link makes one.
 * - `sign-in`: by who signs in with the account, and has the link besides.
 * - `claim`: nobody knows who made the account, and the link went to the address's holder. So they give it a new
 *   password, and whatever signed in before does no more.
 */
export type Way = 'create' | 'sign-in' | 'claim'

/** What an account's holder has shown by using a link that came this way. A member's proves nothing: they may have kept it. */
const proofBy = {
  mail: 'mail',
  operator: 'operator',
  member: 'none',
} as const satisfies Record<InvitationDelivery, AddressProof>

const rank = { none: 0, operator: 1, mail: 2 } as const satisfies Record<AddressProof, number>

interface Link {
  readonly delivery: InvitationDelivery
}

interface Account {
  readonly addressProof: AddressProof
}

export function wayOf({ delivery }: Link, account: Account | null): Way {
  if (!account) return 'create'
  const isAnybodys = account.addressProof === 'none' && proofBy[delivery] !== 'none'
  return isAnybodys ? 'claim' : 'sign-in'
}

/** What is known of an account once it has used a link. */
export function proofAfter({ delivery }: Link, account: Account | null): AddressProof {
  const before = account?.addressProof ?? 'none'
  return rank[proofBy[delivery]] > rank[before] ? proofBy[delivery] : before
}
