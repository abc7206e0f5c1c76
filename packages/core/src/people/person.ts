import { notFound } from '@sluice/runtime'
import type { Context, Core } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'

const withMemberships = {
  memberships: { include: { organization: true } },
} as const satisfies Prisma.UserInclude

/** A console user with their organizations. */
export type Person = Prisma.UserGetPayload<{ include: typeof withMemberships }>

export type PersonMembership = Person['memberships'][number]

/** @throws Problem `not-found` without such a user */
export async function personWithId(core: Pick<Context, 'db'>, id: string): Promise<Person> {
  const person = await core.db.user.findUnique({ where: { id }, include: withMemberships })
  if (!person) throw notFound('user', id)
  return person
}

/** @throws Problem `not-found` without such a user */
export async function personWithEmail(core: Pick<Core, 'db'>, given: string): Promise<Person> {
  // Better Auth looks up addresses in lower case.
  const email = given.toLowerCase()
  const person = await core.db.user.findUnique({ where: { email }, include: withMemberships })
  if (!person) throw notFound('user', given)
  return person
}
