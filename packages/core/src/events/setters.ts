import type { Scope } from '@sluice/contract'
import { type Actor, isRole, scopesOfRole } from '../actor.ts'
import type { Database, Transaction } from '../database/client.ts'
import type { Integration, Key } from '../database/generated/client.ts'
import { filtersFor } from '../scopes/index.ts'
import { everything, type Reach, reachOf } from './reach.ts'

/** Whoever set an integration's URL: only what they may read now goes there. */
export interface Setter {
  readonly reach: Reach
  /** What became of them by a time, if nothing is sent any more; undefined while it is. */
  endBy(at: Date): string | undefined
}

type Row = Pick<Integration, 'organizationId' | 'urlKeyId' | 'urlUserId' | 'urlReach'>

/** Integrations with whoever set their URLs: keys and members as they are now. */
export async function withSetters<Of extends Row>(
  db: Database | Transaction,
  organizationId: string,
  rows: readonly Of[],
): Promise<(Of & { readonly setter: Setter })[]> {
  const keys = await keysOf(db, organizationId, kept(rows, 'urlKeyId'))
  const members = await rolesOf(db, organizationId, kept(rows, 'urlUserId'))
  return rows.map((row) => ({ ...row, setter: setterOf(row, keys, members) }))
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
  return {
    urlKeyId: actor.type === 'key' ? actor.id : null,
    urlUserId: actor.type === 'user' ? actor.id : null,
    urlReach: { ...reachOf(actor) },
  }
}

type SettingKey = Pick<Key, 'id' | 'keyType' | 'scopes' | 'revokedAt' | 'expiresAt'>

function kept(rows: readonly Row[], column: 'urlKeyId' | 'urlUserId'): string[] {
  return rows.flatMap(({ [column]: id }) => (id === null ? [] : [id]))
}

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

/** The roles of those who are members. */
async function rolesOf(
  db: Database | Transaction,
  organizationId: string,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const members = await db.membership.findMany({
    where: { organizationId, userId: { in: ids } },
    select: { userId: true, role: true },
  })
  return new Map(members.map(({ userId, role }) => [userId, role]))
}

function setterOf(
  { urlKeyId, urlUserId, urlReach }: Row,
  keys: ReadonlyMap<string, SettingKey>,
  members: ReadonlyMap<string, string>,
): Setter {
  if (urlKeyId !== null) return keySetter(keys.get(urlKeyId))
  if (urlUserId !== null) return memberSetter(members.get(urlUserId))
  // The service, or whoever it was before setters were kept.
  return { reach: (urlReach as unknown as Reach | null) ?? everything, endBy: () => undefined }
}

const nothing: Reach = { filters: [], keys: false }

function keySetter(key: SettingKey | undefined): Setter {
  if (!key) return { reach: nothing, endBy: () => 'was deleted' }
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

/** A member who could not set the URL today is no setter either. */
function memberSetter(role: string | undefined): Setter {
  if (role === undefined || !isRole(role)) {
    return { reach: nothing, endBy: () => 'is no longer a member' }
  }
  const scopes = scopesOfRole[role]
  const maySetUrls = filtersFor(scopes, 'write').length > 0
  return {
    reach: { filters: filtersFor(scopes, 'read'), keys: true },
    endBy: () => (maySetUrls ? undefined : `now has the role ${role}`),
  }
}
