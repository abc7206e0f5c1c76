import { randomUUID } from 'node:crypto'
import type { ActorName, Call, Output } from '@sluice/contract'
import { actForOrganization, type Core, Problem, perform } from '@sluice/core'

/** Calls an operation for an organization, as its operator. */
export type Send = <Name extends ActorName>(name: Name, call: Call<Name>) => Promise<Output<Name>>

/**
 * The operations of one organization, through the same pipeline as everybody's.
 *
 * @throws Problem `not-found` without such an organization
 */
export async function operatorOf(core: Core, organizationId: string): Promise<Send> {
  const actor = await actForOrganization(core, 'operator', organizationId)
  if (!actor) {
    throw new Problem('not-found', {
      detail: `There is no organization ${JSON.stringify(organizationId)}. See: sluice organizations list`,
    })
  }
  return (name, call) =>
    perform(core, { name, actor, call, requestId: randomUUID(), address: null })
}
