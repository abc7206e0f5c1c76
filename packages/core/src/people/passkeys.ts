import { notFound } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { raiseAccess } from './access-epoch.ts'
import { changePerson } from './change-person.ts'
import { ownHand, type PersonRequest } from './hand.ts'
import { personWithId } from './person.ts'

export interface PasskeyRecord {
  readonly id: string
  readonly name: string | null
  /** Identifies the authenticator's model. */
  readonly aaguid: string | null
  readonly createdAt: string | null
  readonly lastUsedAt: string | null
}

interface OwnPasskey {
  readonly userId: string
  readonly passkeyId: string
}

/** A person's passkeys, oldest first, without anything that could sign in. */
export async function listPasskeys(core: Core, userId: string): Promise<PasskeyRecord[]> {
  const rows = await core.db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, name, aaguid, createdAt, lastUsedAt }) => ({
    ...{ id, name, aaguid },
    createdAt: createdAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** @throws Problem `not-found` if the person has no such passkey */
export async function renamePasskey(
  core: Core,
  { userId, passkeyId, name }: OwnPasskey & { readonly name: string },
): Promise<void> {
  const { count } = await core.db.passkey.updateMany({
    where: { id: passkeyId, userId },
    data: { name },
  })
  if (count === 0) throw notFound('passkey', passkeyId)
}

/**
 * Deletes a passkey. A sign-in by it that is in progress is invalid.
 *
 * @throws Problem `not-found` if the person has no such passkey
 */
export async function deletePasskey(
  core: Core,
  { userId, passkeyId }: OwnPasskey,
  request: PersonRequest,
): Promise<void> {
  const person = await personWithId(core, userId)
  const hand = ownHand(core, person, request)
  await changePerson(core, { person, hand, act: 'members.deletePasskey' }, async (db) => {
    await raiseAccess(db, userId)
    const { count } = await db.passkey.deleteMany({ where: { id: passkeyId, userId } })
    if (count === 0) throw notFound('passkey', passkeyId)
  })
}

/** Records that a passkey has just signed in. */
export async function notePasskeyUse(core: Core, credentialId: string): Promise<void> {
  await core.db.passkey.updateMany({
    where: { credentialID: credentialId },
    data: { lastUsedAt: core.clock() },
  })
}
