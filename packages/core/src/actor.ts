import type { KeyType, Scope } from '@sluice/contract'
import type { ActingOrganization } from './limits/organization.ts'

interface Member {
  readonly organization: ActingOrganization
  readonly name: string
  readonly scopes: readonly Scope[]
}

/** An API key's holder. */
export interface KeyActor extends Member {
  readonly type: 'key'
  readonly id: string
  readonly keyType: KeyType
  /** Percent of the organization's budgets that it may use at most; null: no bound of its own. */
  readonly budgetShare: number | null
}

/** A console user, in the organization that the session has chosen. */
export interface UserActor extends Member {
  readonly type: 'user'
  readonly id: string
  readonly role: Role
}

/** A person who runs the service, acting in an organization that need not be theirs. */
export interface OperatorActor extends Member {
  readonly type: 'operator'
  readonly id: string
}

/** The service itself: the seed and the operator's command line. */
export interface SystemActor extends Member {
  readonly type: 'system'
  readonly id: string
}

/** Who acts, always within one organization. */
export type Actor = KeyActor | UserActor | OperatorActor | SystemActor

export const roles = ['owner', 'admin', 'viewer'] as const
export type Role = (typeof roles)[number]

const everything: readonly Scope[] = [{ action: '*', resourceFilter: '#' }]

/** Roles are scopes, so that users and keys pass one authorization path. */
export const scopesOfRole = {
  owner: everything,
  admin: everything,
  viewer: [{ action: 'read', resourceFilter: '#' }],
} as const satisfies Record<Role, readonly Scope[]>

/** Whose membership a role may give, change and end: nobody reaches above their own. */
export const rolesManagedBy = {
  owner: roles,
  admin: ['admin', 'viewer'],
  viewer: [],
} as const satisfies Record<Role, readonly Role[]>

export function isRole(role: string): role is Role {
  return (roles as readonly string[]).includes(role)
}

/**
 * A person who runs the service. They see everything of an organization, but change it only by the acts of
 * an operator.
 */
export function operatorActor(
  { id, name }: Pick<OperatorActor, 'id' | 'name'>,
  organization: Member['organization'],
): OperatorActor {
  return { type: 'operator', id, name, organization, scopes: scopesOfRole.viewer }
}

/** An actor of the service itself, with every scope in one organization. */
export function systemActor(name: string, organization: Member['organization']): SystemActor {
  return { type: 'system', id: name, name, organization, scopes: everything }
}

/** What records keep of an actor. */
export function referenceOf(actor: Pick<Actor, 'type' | 'id' | 'name'>) {
  return { type: actor.type, id: actor.id, name: actor.name }
}
