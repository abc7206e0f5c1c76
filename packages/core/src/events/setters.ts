import type { Scope } from '@sluice/contract'
import type { Actor } from '../actor.ts'
import type { Database, Transaction } from '../database/client.ts'
import type { Integration, Key } from '../database/generated/client.ts'
import { everything, type Reach, reachOf } from './reach.ts'

/** Whoever set an integration's URL: only what they may read now goes there. */
export interface Setter {
  readonly reach: Reach
  /** What became of their key by a time; undefined while it is active, and of people. */
  endBy(at: Date): 'was deleted' | 'was revoked' | 'has expired' | undefined
}

type Row = Pick<Integration, 'organizationId' | 'urlKeyId' | 'urlReach'>

/** Integrations with whoever set their URLs: keys as they are now. */
export async function withSetters<Of extends Row>(
  db: Database | Transaction,
  organizationId: string,
  rows: readonly Of[],
): Promise<(Of & { readonly setter: Setter })[]> {
  const ids = rows.flatMap(({ urlKeyId }) => (urlKeyId === null ? [] : [urlKeyId]))
  const keys = await keysOf(db, organizationId, ids)
  return rows.map((row) => ({ ...row, setter: setterOf(row, keys) }))
}

/** As {@link withSetters}, for one. */
export async function withSetter<Of extends Row>(
  db: Database | Transaction,
  row: Of,
): Promise<Of & { readonly setter: Setter }> {
  const [found] = await withSetters(db, row.organizationId, [row])
  if (!found) throw new Error('An integration has no setter.')
  return found
}

/** What an integration keeps of the one who sets its URL. */
export function setBy(actor: Actor) {
  return { urlKeyId: actor.type === 'key' ? actor.id : null, urlReach: { ...reachOf(actor) } }
}

type SettingKey = Pick<Key, 'id' | 'keyType' | 'scopes' | 'revokedAt' | 'expiresAt'>

async function keysOf(
  db: Database | Transaction,
  organizationId: string,
  ids: string[],
): Promise<ReadonlyMap<string, SettingKey>> {
  if (ids.length === 0) return new Map()
  const keys = await db.key.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, keyType: true, scopes: true, revokedAt: true, expiresAt: true },
  })
  return new Map(keys.map((key) => [key.id, key]))
}

function setterOf({ urlKeyId, urlReach }: Row, keys: ReadonlyMap<string, SettingKey>): Setter {
  if (urlKeyId === null) {
    return { reach: (urlReach as unknown as Reach | null) ?? everything, endBy: () => undefined }
  }
  const key = keys.get(urlKeyId)
  if (!key) return { reach: { filters: [], keys: false }, endBy: () => 'was deleted' }
  const { keyType, revokedAt, expiresAt } = key
  const scopes = key.scopes as unknown as Scope[]
  return {
    reach: reachOf({ type: 'key', keyType, scopes }),
    endBy(at) {
      if (revokedAt) return 'was revoked'
      return expiresAt && expiresAt <= at ? 'has expired' : undefined
    },
  }
}
