import { randomUUID } from 'node:crypto'
import { type OperatorActor, operatorActor, type SystemActor, systemActor } from './actor.ts'
import { type Context, type Core, contextOf } from './context.ts'
import type { ActingOrganization } from './limits/organization.ts'
import { NotedNeeds } from './scopes/index.ts'

/**
 * Somebody who runs the service, at work. Acts that take an operator have no row in the contract, and only
 * the command line and `operators/find.ts` make one. So keys and an organization's own users cannot reach
 * them.
 */
export interface Operator {
  readonly core: Core
  readonly actIn: (organization: ActingOrganization) => OperatorActor | SystemActor
  readonly now: Date
  readonly address: string | null
  readonly requestId: string
}

/** Whoever has the machine and its secrets. */
export function atCommandLine(core: Core): Operator {
  const actIn = (organization: ActingOrganization) => systemActor('operator', organization)
  return { core, actIn, now: core.clock(), address: null, requestId: randomUUID() }
}

/** A person of the operators' table. */
export function operatorOf(
  core: Core,
  person: Pick<OperatorActor, 'id' | 'name'>,
  request: Pick<Operator, 'address' | 'requestId'>,
): Operator {
  const actIn = (organization: ActingOrganization) => operatorActor(person, organization)
  return { core, actIn, now: core.clock(), ...request }
}

/** The context in which an operator sees an organization, and that its audit log records. */
export function contextIn(
  { core, actIn, now, address, requestId }: Operator,
  organization: ActingOrganization,
): Context {
  const actor = actIn(organization)
  return contextOf(core, {
    actor,
    needs: new NotedNeeds(),
    now,
    address,
    requestId,
    ifMatch: undefined,
  })
}
