import type { Scope } from '@sluice/contract'
import { entryContains } from '../allow-list/index.ts'
import { actionsOf, meetFilters, scopesContain } from '../scopes/index.ts'

/** What a key may do, from where, for how long, and with what share of the budgets. */
export interface Bounds {
  readonly scopes: readonly Scope[]
  /** Canonical entries. An empty list, or one with `*`, means everywhere. */
  readonly allowedIpCidrs: readonly string[]
  /** Null means forever. */
  readonly expiresAt: Date | null
  /** Percent; null means all of them. */
  readonly budgetShare: number | null
}

/** A way in which bounds exceed those of the calling key, and the nearest bound that would not. */
export interface Excess {
  readonly field: keyof Bounds
  /** The index of the exceeding entry; undefined for the field as a whole. */
  readonly index?: number
  readonly detail: string
}

/** Every way in which `wanted` exceeds `caller`; empty if it is contained. Complete. */
export function excessOf(caller: Bounds, wanted: Bounds): Excess[] {
  return [
    ...scopesBeyond(caller.scopes, wanted.scopes),
    ...addressesBeyond(caller.allowedIpCidrs, wanted.allowedIpCidrs),
    ...expiryBeyond(caller.expiresAt, wanted.expiresAt),
    ...shareBeyond(caller.budgetShare, wanted.budgetShare),
  ]
}

function scopesBeyond(held: readonly Scope[], wanted: readonly Scope[]): Excess[] {
  return wanted.flatMap((scope, index): Excess[] => {
    if (scopesContain(held, scope)) return []
    const nearest = nearestScope(held, scope)
    const hint = nearest ? `; the nearest that they contain is ${shown(nearest)}` : ''
    const detail = `the scopes of the calling key do not contain ${shown(scope)}${hint}`
    return [{ field: 'scopes', index, detail }]
  })
}

/** The intersection of the wanted scope with the first held scope that overlaps it. */
function nearestScope(held: readonly Scope[], wanted: Scope): Scope | undefined {
  const common = held.flatMap((scope): Scope[] => {
    const action = meetActions(scope.action, wanted.action)
    const resourceFilter = meetFilters(scope.resourceFilter, wanted.resourceFilter)
    return action && resourceFilter !== undefined ? [{ action, resourceFilter }] : []
  })
  return common[0]
}

function meetActions(a: Scope['action'], b: Scope['action']): Scope['action'] | undefined {
  if (a === b || b === '*') return a
  return actionsOf(a).includes(b) ? b : undefined
}

function shown({ action, resourceFilter }: Scope): string {
  return `{"action": "${action}", "resourceFilter": "${resourceFilter}"}`
}

function addressesBeyond(held: readonly string[], wanted: readonly string[]): Excess[] {
  const field = 'allowedIpCidrs'
  if (isOpen(held)) return []
  if (isOpen(wanted)) {
    return [{ field, detail: `must be within the allow-list of the calling key: ${listed(held)}` }]
  }
  return wanted.flatMap((entry, index): Excess[] => {
    if (held.some((outer) => entryContains(outer, entry))) return []
    const inside = held.filter((other) => entryContains(entry, other))
    const hint = inside.length > 0 ? `; the nearest is ${listed(inside)}` : `: ${listed(held)}`
    const detail = `${entry} is not within the allow-list of the calling key${hint}`
    return [{ field, index, detail }]
  })
}

function isOpen(entries: readonly string[]): boolean {
  return entries.length === 0 || entries.includes('*')
}

/** The most entries of a list in a message. */
const SHOWN_ENTRIES = 10

function listed(entries: readonly string[]): string {
  const rest = entries.length - SHOWN_ENTRIES
  return entries.slice(0, SHOWN_ENTRIES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function expiryBeyond(held: Date | null, wanted: Date | null): Excess[] {
  if (held === null || (wanted !== null && wanted <= held)) return []
  const detail = `must be no later than ${held.toISOString()}, when the calling key expires`
  return [{ field: 'expiresAt', detail }]
}

function shareBeyond(held: number | null, wanted: number | null): Excess[] {
  if (held === null || (wanted !== null && wanted <= held)) return []
  const detail = `must be at most ${held}, the share of the calling key`
  return [{ field: 'budgetShare', detail }]
}
