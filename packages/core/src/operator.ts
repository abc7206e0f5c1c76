import { randomUUID } from 'node:crypto'
import { type OperatorActor, operatorActor, type SystemActor, systemActor } from './actor.ts'
import { type Context, type Core, contextOf } from './context.ts'
import type { ActingOrganization } from './limits/organization.ts'
import { NotedNeeds } from './scopes/index.ts'

/**
 * A person who operates the service. Operators' actions have no row in the contract, and only the command line and
 * `operators/find.ts` create an Operator. So neither keys nor an organization's own users can call them.
 */
export interface Operator {
  readonly core: Core
  readonly actIn: (organization: ActingOrganization) => OperatorActor | SystemActor
  readonly now: Date
  readonly address: string | null
  readonly requestId: string
}

/** Somebody with access to the machine and its secrets. */
export function atCommandLine(core: Core): Operator {
  const actIn = (organization: ActingOrganization) => systemActor('operator', organization)
  return { core, actIn, now: core.clock(), address: null, requestId: randomUUID() }
}

/** A person in the table of operators. */
export function operatorOf(
  core: Core,
  person: Pick<OperatorActor, 'id' | 'name'>,
  request: Pick<Operator, 'address' | 'requestId'>,
): Operator {
  const actIn = (organization: ActingOrganization) => operatorActor(person, organization)
  return { core, actIn, now: core.clock(), ...request }
}

/** The context in which an operator sees an organization, as recorded in its audit log. */
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
