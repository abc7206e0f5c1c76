import { randomUUID } from 'node:crypto'
import type { Role } from '../../actor.ts'
import type { AddressProof } from '../../database/generated/client.ts'
import { actorOfMember, createAccount } from '../../organizations/index.ts'
import { newOrganization, type TestCore } from '../../testing/core.ts'
import { contextOfMembers } from '../context.ts'

export const request = { address: '192.0.2.7', requestId: 'test' }

export const newAddress = () => `${randomUUID()}@sluice.example`

/** An organization with an owner, an admin and a viewer, inserted directly. */
export async function newPeople(core: TestCore) {
  const { id, system, act } = await newOrganization(core)
  const asSystem = () => contextOfMembers(core, system, request)

  async function as(userId: string) {
    const actor = await actorOfMember(core, { userId, organizationId: id })
    if (!actor) throw new Error('There is no such member.')
    return contextOfMembers(core, actor, request)
  }

  async function join(role: Role) {
    const email = newAddress()
    const userId = await newAccountOf(core, email, role)
    const data = { id: randomUUID(), organizationId: id, userId, role }
    await core.db.membership.create({ data })
    return { userId, email, role }
  }

  const audit = async () => (await act('audit.list', { query: {} })).items

  return {
    ...{ id, as, asSystem, join, audit },
    owner: await join('owner'),
    admin: await join('admin'),
    viewer: await join('viewer'),
  }
}

export type People = Awaited<ReturnType<typeof newPeople>>

/** An account without an organization. By default its address is unproven, as after a link from a member. */
export async function newAccountOf(
  core: TestCore,
  email: string,
  name = 'Cy',
  proof: AddressProof = 'none',
): Promise<string> {
  const account = { email, name, passwordHash: 'old hash' }
  return core.db.$transaction(async (db) => (await createAccount(db, account, proof)).userId)
}
