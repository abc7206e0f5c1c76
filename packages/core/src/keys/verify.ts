import type { KeyActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { Problem } from '../problem.ts'
import { requireActive, requireAddress } from './admission.ts'
import { provesKey } from './digest.ts'
import { parseKeyString } from './key-string.ts'

/**
 * Steps 1 to 3 of a request's life: key, status, address. Answers the actor, or throws key-missing,
 * key-malformed, key-unknown, key-revoked, key-expired (401) or address-not-allowed (403). `onProven` is told
 * whose key it is once the string is proven to be its, so that the refusals after that can be logged.
 */
export async function verifyKey(
  core: Pick<Core, 'knownKeys' | 'peppers'>,
  keyString: string | undefined,
  address: string,
  now: Date,
  onProven?: (key: KeyActor) => void,
): Promise<KeyActor> {
  if (!keyString) throw refusal('key-missing', 'The header X-Api-Key is missing.')
  const parsed = parseKeyString(keyString)
  if (!parsed) throw refusal('key-malformed', 'X-Api-Key is not a well-formed key.')
  const key = await core.knownKeys.find(parsed.id)
  if (!provesKey(keyString, key, core.peppers) || !key) {
    throw refusal('key-unknown', 'No such key.')
  }
  onProven?.(key.actor)
  requireActive(key, now)
  requireAddress(key, address)
  return key.actor
}

function refusal(code: Problem['code'], detail: string): Problem {
  return new Problem(code, { detail })
}
