import { randomUUID } from 'node:crypto'
import { type Actor, isRole, scopesOfRole, systemActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { actingOrganization } from '../limits/index.ts'
import type { Person, PersonMembership } from './person.ts'

/** Who changes an account, as recorded in the audit logs. */
export interface Hand {
  /** The person, or somebody with access to the machine. */
  readonly by: 'own' | 'operator'
  readonly actorIn: (membership: PersonMembership) => Actor
  readonly now: Date
  readonly address: string | null
  /** The browser's user agent. */
  readonly device?: string | null | undefined
  readonly requestId: string
}

/** The origin of a person's own request. */
export type PersonRequest = Pick<Hand, 'address' | 'device' | 'requestId'>

/** The person, in the console. */
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

/** Somebody with access to the machine and its secrets. */
export function operatorsHand(core: Core): Hand {
  return {
    by: 'operator',
    actorIn: ({ organization }) => systemActor('operator', actingOrganization(organization)),
    now: core.clock(),
    address: null,
    requestId: randomUUID(),
  }
}
