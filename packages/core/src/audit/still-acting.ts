import { isDeepStrictEqual } from 'node:util'
import { operationNames } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { KeyActor, UserActor } from '../actor.ts'
import { listAllows } from '../allow-list/index.ts'
import type { Transaction } from '../database/client.ts'
import type { Entry, Scene } from './entry.ts'

/** A change as it is audited, and who made it. */
export interface Act {
  readonly scene: Scene
  readonly entry: Entry
}

const ofContract: ReadonlySet<string> = new Set(operationNames)

/** What gives a key bounds, which are never beyond those of the key that acts. */
const givesBounds: ReadonlySet<string> = new Set(['keys.create', 'keys.update', 'keys.rotate'])

/**
 * Throws unless those who acted may still do what they were let do: not where their key was revoked, has expired or was changed
 * meanwhile, nor where their role was. Asked while their organization's chain is locked. Whatever takes rights away is an entry of
 * the same chain, so nothing that they do follows it.
 */
export async function requireStillActing(db: Transaction, acts: readonly Act[]): Promise<void> {
  const scenes = new Map(acts.filter(isByRights).map(({ scene }) => [scene.actor.id, scene]))
  const own = new Map(acts.filter(isOfOwnKey).map(({ scene, entry }) => [scene.actor.id, entry]))
  const asBefore = acts.some(({ entry }) => givesBounds.has(entry.operation))
  for (const { actor, now, clock, address } of scenes.values()) {
    const at = clock?.() ?? now
    if (actor.type === 'key') {
      const change = own.get(actor.id)
      const row = change ? foundIn(change) : await findActing(db, actor)
      requireKey(row, actor, { now: at, address, asBefore })
    }
    if (actor.type === 'user') await requireRole(db, actor)
  }
}

/** People change members and accounts by what they are then (`members/standing.ts`). */
function isByRights({ entry: { operation } }: Act): boolean {
  return ofContract.has(operation) || operation.startsWith('savedViews.')
}

/** Such a change may end or narrow the key, and is done under its version: so the key is judged as it was found. */
function isOfOwnKey({ scene, entry }: Act): boolean {
  return entry.resource === `KEY/${scene.actor.id}`
}

interface Circumstances {
  readonly now: Date
  readonly address: string | null
  /** Whether all of the key's bounds must be as they were. */
  readonly asBefore: boolean
}

const bounds = { scopes: true, allowedIpCidrs: true, expiresAt: true, budgetShare: true } as const

type Acting = Pick<KeyActor, keyof typeof bounds> & { readonly revokedAt: unknown }

async function findActing(db: Transaction, { id, organization }: KeyActor): Promise<Acting | null> {
  const row = await db.key.findUnique({
    where: { organizationId_id: { organizationId: organization.id, id } },
    select: { revokedAt: true, ...bounds },
  })
  return row as Acting | null
}

/** The acting key as its record was before its own change. */
function foundIn({ before }: Entry): Acting {
  const found = before as Acting
  // The record has the time as text.
  return { ...found, expiresAt: found.expiresAt && new Date(found.expiresAt) }
}

function requireKey(
  row: Acting | null,
  before: KeyActor,
  { now, address, asBefore }: Circumstances,
): void {
  if (!row || row.revokedAt)
    throw new Problem('key-revoked', { detail: 'The key has been revoked.' })
  if (row.expiresAt && row.expiresAt <= now) {
    throw new Problem('key-expired', { detail: 'The key has expired.' })
  }
  const isAllowed = address === null || listAllows(row.allowedIpCidrs, address)
  const compared = asBefore ? (Object.keys(bounds) as (keyof typeof bounds)[]) : ['scopes' as const]
  const isSame = compared.every((name) => isDeepStrictEqual(row[name], before[name]))
  if (!isAllowed || !isSame) throw changed('key')
}

async function requireRole(db: Transaction, { id, organization, role }: UserActor): Promise<void> {
  const row = await db.membership.findUnique({
    where: { organizationId_userId: { organizationId: organization.id, userId: id } },
    select: { role: true },
  })
  if (row?.role !== role) throw changed('role')
}

function changed(what: string): Problem {
  return new Problem('conflict', {
    detail: `The ${what} by which this call was let in was changed meanwhile. Nothing was done. Repeat the call.`,
    retryAfter: 1,
  })
}
