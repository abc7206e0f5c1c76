import { andThen, Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { requireActive, requireAddress } from './admission.ts'
import { isProven, provesKey, sameText } from './digest.ts'
import { malformation, parseKeyString, publicIdIn } from './key-string.ts'
import type { KnownKey } from './known-key.ts'

type Memory = Pick<Core, 'knownKeys' | 'peppers' | 'addresses'>

/** What a client presents. */
export interface Presented {
  readonly keyString: string | undefined
  readonly address: string
  /** An object that represents the client's connection; undefined without one. */
  readonly connection?: object | undefined
}

/**
 * Steps 1 to 3 of a request's life: key, status, address. Returns the actor, or throws key-missing, key-malformed,
 * key-unknown, key-revoked, key-expired (401) or address-not-allowed (403). Once the string is proven, `proof` is set
 * to its key, so that later refusals can be logged. Synchronous for a string that this node has proven before, else a
 * promise.
 */
export function verifyKey(
  core: Memory,
  presented: Presented,
  now: Date,
  proof: Proof = {},
): KeyActor | Promise<KeyActor> {
  const { keyString, address } = presented
  if (!keyString) throw refusal('key-missing', 'The header X-Api-Key is missing.')
  const key = recall(core, keyString, presented.connection)
  const subject = { now, address, proof }
  return andThen(key ?? prove(core, keyString, address), admit, subject)
}

/** The key that a string was proven to belong to. */
interface Proof {
  caller?: Pick<KeyActor, 'id' | 'organization'> | undefined
}

interface Proving {
  readonly now: Date
  readonly address: string
  readonly proof: Proof
}

/** Steps 2 and 3, for a key whose string is proven. */
function admit(key: KnownKey, { now, address, proof }: Proving): KeyActor {
  proof.caller = key.actor
  requireActive(key, now)
  requireAddress(key, address)
  return key.actor
}

/** The last string proven on each connection, with its key: nearly every client sends the same with each request. */
const proofs = new WeakMap<object, { readonly keyString: string; readonly key: KnownKey }>()

/** The key of a string that was proven before: form, checksum and digest need not be checked again. */
function recall(core: Memory, keyString: string, connection?: object): KnownKey | undefined {
  const proof = connection && proofs.get(connection)
  const again = proof !== undefined && sameText(proof.keyString, keyString)
  const key = core.knownKeys.recall(again ? proof.key.actor.id : publicIdIn(keyString))
  if (!key || (again && key === proof.key)) return key
  if (!isProven(keyString, key)) return undefined
  if (connection) proofs.set(connection, { keyString, key })
  return key
}

async function prove(core: Memory, keyString: string, address: string): Promise<KnownKey> {
  const parsed = parseKeyString(keyString)
  if (!parsed) throw refusal('key-malformed', malformation(keyString))
  const key = await lookUp(core, parsed.id, address)
  if (!provesKey(keyString, key, core.peppers) || !key) {
    throw refusal('key-unknown', 'There is no such key.')
  }
  return key
}

function lookUp(
  { knownKeys, addresses }: Memory,
  id: string,
  address: string,
): KnownKey | null | Promise<KnownKey | null> {
  const known = knownKeys.peek(id)
  if (known !== undefined) return known
  return addresses.lookUp(address, id, knownKeys)
}

function refusal(code: Problem['code'], detail: string): Problem {
  return new Problem(code, { detail })
}
