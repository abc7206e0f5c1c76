import { randomUUID } from 'node:crypto'
import type { ActorName, Call, Output } from '@sluice/contract'
import {
  actForOrganization,
  type Context,
  type Core,
  contextOfMembers,
  perform,
} from '@sluice/core'
import { Problem } from '@sluice/runtime'

/** Calls an operation for an organization, as its operator. */
export type Send = <Name extends ActorName>(name: Name, call: Call<Name>) => Promise<Output<Name>>

/**
 * The operations of one organization, through the same pipeline as everybody's.
 *
 * @throws Problem `not-found` without such an organization
 */
export async function operatorOf(core: Core, organizationId: string): Promise<Send> {
  const actor = await actorIn(core, organizationId)
  return (name, call) =>
    perform(core, { name, actor, call, requestId: randomUUID(), address: null })
}

/** For what is done to the people of an organization. Throws `not-found` without such an organization. */
export async function membersOf(core: Core, organizationId: string): Promise<Context> {
  const request = { requestId: randomUUID(), address: null }
  return contextOfMembers(core, await actorIn(core, organizationId), request)
}

async function actorIn(core: Core, organizationId: string) {
  const actor = await actForOrganization(core, 'operator', organizationId)
  if (actor) return actor
  throw new Problem('not-found', {
    detail: `There is no organization ${JSON.stringify(organizationId)}. See: sluice organizations list`,
  })
}
