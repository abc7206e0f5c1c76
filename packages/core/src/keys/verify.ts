import type { KeyActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { Problem } from '../problem.ts'
import { requireActive, requireAddress } from './admission.ts'
import { isProven, provesKey } from './digest.ts'
import { parseKeyString, publicIdIn } from './key-string.ts'
import type { KnownKey } from './known.ts'

type Memory = Pick<Core, 'knownKeys' | 'peppers'>

/**
 * Steps 1 to 3 of a request's life: key, status, address. Answers the actor, or throws key-missing,
 * key-malformed, key-unknown, key-revoked, key-expired (401) or address-not-allowed (403). `onProven` is told
 * whose key it is once the string is proven to be its, so that the refusals after that can be logged.
 * A string that this node has proven before is answered at once, any other by a promise.
 */
export function verifyKey(
  core: Memory,
  keyString: string | undefined,
  address: string,
  now: Date,
  onProven?: (key: KeyActor) => void,
): KeyActor | Promise<KeyActor> {
  if (!keyString) throw refusal('key-missing', 'The header X-Api-Key is missing.')
  const admit = (key: KnownKey) => {
    onProven?.(key.actor)
    requireActive(key, now)
    requireAddress(key, address)
    return key.actor
  }
  const key = recall(core, keyString)
  return key ? admit(key) : prove(core, keyString).then(admit)
}

/** The key of a string that was proven before: its form, checksum and digest need no second look. */
function recall({ knownKeys }: Memory, keyString: string): KnownKey | undefined {
  const key = knownKeys.recall(publicIdIn(keyString))
  return key && isProven(keyString, key) ? key : undefined
}

async function prove({ knownKeys, peppers }: Memory, keyString: string): Promise<KnownKey> {
  const parsed = parseKeyString(keyString)
  if (!parsed) throw refusal('key-malformed', 'X-Api-Key is not a well-formed key.')
  const key = await knownKeys.find(parsed.id)
  if (!provesKey(keyString, key, peppers) || !key) {
    throw refusal('key-unknown', 'No such key.')
  }
  return key
}

function refusal(code: Problem['code'], detail: string): Problem {
  return new Problem(code, { detail })
}
