import type { Scope } from '@sluice/contract'
import { entryContains } from '../allow-list/index.ts'
import { actionsOf, meetFilters, scopesContain } from '../scopes/index.ts'

/** What a key may do, from where, for how long, and with how much of the budgets. */
export interface Bounds {
  readonly scopes: readonly Scope[]
  /** Canonical entries; empty, or with `*` among them: everywhere. */
  readonly allowedIpCidrs: readonly string[]
  /** Null: for ever. */
  readonly expiresAt: Date | null
  /** Percent; null: all of them. */
  readonly budgetShare: number | null
}

/** One way in which bounds go beyond those of the calling key, and the nearest that would not. */
export interface Excess {
  readonly field: keyof Bounds
  /** The entry of the field that goes beyond; undefined: the field as a whole. */
  readonly index?: number
  readonly detail: string
}

/** Every way in which `wanted` goes beyond `caller`; none where it is contained. Never misses one. */
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

/** What the first held scope that overlaps has in common with the wanted one. */
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

/** As many entries of a list as a message shows. */
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
