import type { KeyType, Scope } from '@sluice/contract'
import type { ActingOrganization } from './limits/organization.ts'

interface Member {
  readonly organization: ActingOrganization
  readonly name: string
  readonly scopes: readonly Scope[]
}

export interface KeyActor extends Member {
  readonly type: 'key'
  readonly id: string
  readonly keyType: KeyType
  /** The most of the organization's budgets that it may use, in percent; null means no limit of its own. */
  readonly budgetShare: number | null
  /** Null means forever. */
  readonly expiresAt: Date | null
  /** Canonical entries. */
  readonly allowedIpCidrs: readonly string[]
}

/** A console user, in the organization selected for the session. */
export interface UserActor extends Member {
  readonly type: 'user'
  readonly id: string
  readonly role: Role
}

/** A person who operates the service, acting in an organization that need not be theirs. */
export interface OperatorActor extends Member {
  readonly type: 'operator'
  readonly id: string
}

/** The service itself: the seed and the operator's command line. */
export interface SystemActor extends Member {
  readonly type: 'system'
  readonly id: string
}

/** The principal of a call, always within one organization. */
export type Actor = KeyActor | UserActor | OperatorActor | SystemActor

export const roles = ['owner', 'admin', 'viewer'] as const
export type Role = (typeof roles)[number]

const everything: readonly Scope[] = [{ action: '*', resourceFilter: '#' }]

/** Roles are sets of scopes, so users and keys share one authorization path. */
export const scopesOfRole = {
  owner: everything,
  admin: everything,
  viewer: [{ action: 'read', resourceFilter: '#' }],
} as const satisfies Record<Role, readonly Scope[]>

/** The roles whose memberships a role may grant, change and end: nobody manages a role above their own. */
export const rolesManagedBy = {
  owner: roles,
  admin: ['admin', 'viewer'],
  viewer: [],
} as const satisfies Record<Role, readonly Role[]>

export function isRole(role: string): role is Role {
  return (roles as readonly string[]).includes(role)
}

/**
 * A person who operates the service. They may read everything in an organization, but change it only by operators'
 * actions.
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

/** What records store of an actor. */
export function referenceOf(actor: Pick<Actor, 'type' | 'id' | 'name'>) {
  return { type: actor.type, id: actor.id, name: actor.name }
}
