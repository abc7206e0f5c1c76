import type { Scope } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import { listAllows } from '../allow-list/index.ts'
import type { Key as KeyRow } from '../database/generated/client.ts'
import { statusOf } from './record.ts'

/** What steps 2 and 3 of a request's life need of a key, in verification and in the dry run. */
export type Admissible = Pick<
  KeyRow,
  | 'id'
  | 'name'
  | 'keyType'
  | 'scopes'
  | 'allowedIpCidrs'
  | 'budgetShare'
  | 'expiresAt'
  | 'revokedAt'
>

/** Throws key-revoked or key-expired (401). */
export function requireActive(key: Pick<Admissible, 'expiresAt' | 'revokedAt'>, now: Date): void {
  const status = statusOf(key, now)
  if (status === 'Revoked') {
    throw new Problem('key-revoked', { detail: 'The key has been revoked.' })
  }
  if (status === 'Expired') throw new Problem('key-expired', { detail: 'The key has expired.' })
}

/** Throws address-not-allowed (403) for an address outside a non-empty allow-list. */
export function requireAddress(key: Pick<Admissible, 'allowedIpCidrs'>, address: string): void {
  if (listAllows(key.allowedIpCidrs, address)) return
  const detail = `${address} is not on the key's allow-list.`
  throw new Problem('address-not-allowed', { detail })
}

/** The actor of a key. */
export function actorOfKey(key: Admissible, organization: KeyActor['organization']): KeyActor {
  return {
    type: 'key',
    id: key.id,
    name: key.name,
    keyType: key.keyType,
    budgetShare: key.budgetShare,
    expiresAt: key.expiresAt,
    allowedIpCidrs: key.allowedIpCidrs,
    organization,
    scopes: key.scopes as unknown as Scope[],
  }
}
