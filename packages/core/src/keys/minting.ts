import type { Scope } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { Key as KeyRow } from '../database/generated/client.ts'
import { actionsOf, type Need, scopesContain } from '../scopes/index.ts'
import { requireActive } from './admission.ts'
import { type Bounds, type Excess, excessOf } from './bounds.ts'

/** Where the caller can fix an excess: a field of its body, or the key that it named. */
type Pointer = (excess: Excess) => string

export const inBody: Pointer = ({ field, index }) =>
  index === undefined ? `/body/${field}` : `/body/${field}/${index}`

export const inPath: Pointer = () => '/params/keyId'

/**
 * No key may create, or become, more than the calling key. Throws `scope-missing` or `key-exceeds-caller` with
 * everything that exceeds it; `key-revoked` or `key-expired` if the calling key has ended meanwhile.
 */
export async function requireWithinCaller(
  ctx: Context,
  wanted: Bounds,
  pointer: Pointer,
): Promise<void> {
  const caller = await boundsOfCaller(ctx)
  const beyond = wanted.scopes.find((scope) => !scopesContain(caller.scopes, scope))
  for (const need of beyond ? [] : wanted.scopes.flatMap(needsOf)) ctx.needs.note(need)
  for (const need of beyond ? needsOf(beyond) : []) ctx.needs.noteMissing(need)
  const excess = excessOf(caller, wanted)
  const [first] = excess
  if (!first) return
  throw new Problem(beyond ? 'scope-missing' : 'key-exceeds-caller', {
    detail: `A key cannot give more than it has itself; ${first.field}: ${first.detail}.`,
    errors: excess.map((one) => ({ pointer: pointer(one), detail: one.detail })),
  })
}

/**
 * A calling key is read in this transaction, not taken from the cache. If it is narrowed after that, the transaction
 * fails (`audit/still-acting.ts`). It is not locked: a dry run must not write, and two keys may change each other.
 */
async function boundsOfCaller({ actor, db, now }: Context): Promise<Bounds> {
  if (actor.type !== 'key') {
    return { scopes: actor.scopes, allowedIpCidrs: [], expiresAt: null, budgetShare: null }
  }
  const row = await db.key.findUnique({
    where: { organizationId_id: { organizationId: actor.organization.id, id: actor.id } },
  })
  if (!row) throw new Problem('key-unknown', { detail: 'There is no such key.' })
  requireActive(row, now)
  return boundsOf(row)
}

/** The bounds of a key's row. */
export function boundsOf(row: KeyRow): Bounds {
  const { allowedIpCidrs, expiresAt, budgetShare } = row
  const scopes = row.scopes as unknown as readonly Scope[]
  return { scopes, allowedIpCidrs, expiresAt, budgetShare }
}

function needsOf({ action, resourceFilter }: Scope): Need[] {
  return actionsOf(action).map((one) => ({ action: one, paths: [resourceFilter], whole: true }))
}
