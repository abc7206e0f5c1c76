import { invalidRequest, isStorable, Problem } from '@sluice/runtime'
import type { Transaction } from '../../database/client.ts'
import { ensureAccount } from '../../organizations/index.ts'

/** Somebody who is signed in, or somebody without an account yet. */
export type Joining =
  | { readonly userId: string }
  | {
      readonly name: string
      /** As Better Auth makes and checks it. */
      readonly passwordHash: string
    }

const LONGEST_NAME = 100

/**
 * The account that an invitation of `email` may be accepted with: the signed-in person's if it is theirs, else a new
 * one. An account that exists keeps its password: its owner signs in.
 */
export async function joiningPerson(
  db: Transaction,
  email: string,
  by: Joining,
): Promise<{ id: string; name: string }> {
  if ('userId' in by) return signedIn(db, email, by.userId)
  const { passwordHash } = by
  const name = nameIn(by.name)
  const { userId: id, created } = await ensureAccount(db, { email, name, passwordHash })
  if (created) return { id, name }
  const detail = `${email} already has an account. Sign in with it, then accept.`
  throw new Problem('conflict', { detail })
}

async function signedIn(db: Transaction, email: string, id: string) {
  const user = await db.user.findUniqueOrThrow({ where: { id } })
  if (user.email === email) return user
  throw new Problem('scope-missing', {
    detail: `This invitation is for ${email}, but you are signed in as ${user.email}.`,
  })
}

function nameIn(given: string): string {
  const name = given.trim()
  if (name.length > 0 && name.length <= LONGEST_NAME && isStorable(name)) return name
  const detail = `must be 1 to ${LONGEST_NAME} valid characters`
  throw invalidRequest([{ pointer: '/name', detail }])
}
