import { randomUUID } from 'node:crypto'
import { type Actor, isRole, scopesOfRole, systemActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { actingOrganization } from '../limits/index.ts'
import type { Person, PersonMembership } from './person.ts'

/** Whose act a change of an account is, as the audit log of each organization tells it. */
export interface Hand {
  /** Their own, or that of whoever has the machine. */
  readonly by: 'own' | 'operator'
  readonly actorIn: (membership: PersonMembership) => Actor
  readonly now: Date
  readonly address: string | null
  /** What the person's browser says of itself. */
  readonly device?: string | null | undefined
  readonly requestId: string
}

/** Where a call of the person's own came from. */
export type PersonRequest = Pick<Hand, 'address' | 'device' | 'requestId'>

/** The person's own, in the console. */
export function ownHand(
  core: Core,
  { id, name }: Person,
  { address, device = null, requestId }: PersonRequest,
): Hand {
  const actorIn = ({ role: given, organization }: PersonMembership): Actor => {
    const role = isRole(given) ? given : 'viewer'
    const acting = actingOrganization(organization)
    return { type: 'user', id, name, role, organization: acting, scopes: scopesOfRole[role] }
  }
  return { by: 'own', actorIn, now: core.clock(), address, device, requestId }
}

/** Of whoever has the machine and its secrets. */
export function operatorsHand(core: Core): Hand {
  return {
    by: 'operator',
    actorIn: ({ organization }) => systemActor('operator', actingOrganization(organization)),
    now: core.clock(),
    address: null,
    requestId: randomUUID(),
  }
}
