import { randomUUID } from 'node:crypto'
import { type OperatorActor, operatorActor, type SystemActor, systemActor } from './actor.ts'
import { type Context, type Core, contextOf } from './context.ts'
import type { ActingOrganization } from './limits/index.ts'

/**
 * Somebody who runs the service, at work. What takes one has no row in the contract: only the command line and
 * `operators/find.ts` make one, so keys and an organization's own users cannot reach it.
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

/** What an operator sees an organization with, and what the organization's audit log tells of it. */
export function contextIn(
  { core, actIn, now, address, requestId }: Operator,
  organization: ActingOrganization,
): Context {
  const actor = actIn(organization)
  return contextOf(core, { actor, needs: [], now, address, requestId, ifMatch: undefined })
}
