import type { AddressProof, InvitationDelivery } from '../../database/generated/client.ts'

/**
 * How an invitation is accepted.
 *
 * - `create`: the address has no account, and the link creates one.
 * - `sign-in`: by signing in to the account and having the link.
 * - `claim`: it is unknown who created the account, and the link was sent to the address's holder. So they set a new
 *   password, and all previous ways to sign in stop working.
 */
export type Way = 'create' | 'sign-in' | 'claim'

/**
 * What use of a link proves about an account's holder, by how the link was delivered. A link from a member proves
 * nothing: they may have kept it.
 */
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

/** What is proven about an account after it has used a link. */
export function proofAfter({ delivery }: Link, account: Account | null): AddressProof {
  const before = account?.addressProof ?? 'none'
  return rank[proofBy[delivery]] > rank[before] ? proofBy[delivery] : before
}
