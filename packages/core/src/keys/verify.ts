import type { Scope } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import { listAllows } from '../allow-list/index.ts'
import type { Core } from '../context.ts'
import { Problem } from '../problem.ts'
import { digestMatches } from './digest.ts'
import { parseKeyString } from './key-string.ts'
import { statusOf } from './record.ts'

/**
 * Steps 1 to 3 of a request's life: key, status, address. Answers the actor, or throws key-missing,
 * key-malformed, key-unknown, key-revoked, key-expired (401) or address-not-allowed (403).
 */
export async function verifyKey(
  core: Pick<Core, 'db' | 'peppers'>,
  keyString: string | undefined,
  address: string,
  now: Date,
): Promise<KeyActor> {
  if (!keyString) throw refusal('key-missing', 'The header X-Api-Key is missing.')
  const parsed = parseKeyString(keyString)
  if (!parsed) throw refusal('key-malformed', 'X-Api-Key is not a well-formed key.')
  const row = await core.db.key.findUnique({
    where: { id: parsed.id },
    include: { organization: { select: { id: true, number: true } } },
  })
  if (!digestMatches(keyString, row, core.peppers) || !row) {
    throw refusal('key-unknown', 'No such key.')
  }
  const status = statusOf(row, now)
  if (status === 'Revoked') throw refusal('key-revoked', 'The key has been revoked.')
  if (status === 'Expired') throw refusal('key-expired', 'The key has expired.')
  if (!listAllows(row.allowedIpCidrs, address)) {
    throw refusal('address-not-allowed', `${address} is not on the key's allow-list.`)
  }
  return {
    type: 'key',
    id: row.id,
    name: row.name,
    keyType: row.keyType,
    organization: row.organization,
    scopes: row.scopes as unknown as Scope[],
  }
}

function refusal(code: Problem['code'], detail: string): Problem {
  return new Problem(code, { detail })
}
