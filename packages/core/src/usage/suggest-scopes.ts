/**
 * The least scopes that a key's successful calls needed, never beyond those that it holds.
 *
 * A need of one resource becomes one of its paths (place-choice.ts). Exact paths are collapsed (collapse.ts). What
 * a call created will have another id the next time, so its last segment becomes `#`. A list, and what is known in general
 * alone, keeps all that it could hold, and who granted a scope keeps all of it. Each filter so found is cut down to what the key's own filters allow: to the parts that it shares
 * with those of them that cover its paths. Calls that the key no longer may make count for nothing.
 *
 * With `sizeOf`, things become the few filters that general-filters.ts finds, where it finds some.
 */
import { type Action, type Operation, operations, type Scope } from '@sluice/contract'
import {
  covers,
  filterContains,
  filterMatches,
  filtersFor,
  formsOf,
  meetFilters,
  type Need,
} from '../scopes/index.ts'
import { type Collapsed, collapse, withAny } from './collapse.ts'
import type { CallKind } from './evidence.ts'
import { coverThings, generalFilters, type SizeOf } from './general-filters.ts'
import { isOfMany, meetsNeed, reachOf } from './judge.ts'
import { choosePaths, isThing } from './place-choice.ts'

type Call = Pick<CallKind, 'operation' | 'needs'>

interface Wanted extends Need {
  readonly created: boolean
}

/** Exact filters of one action and form; with fewer of them where a key could not hold all. */
const limits = [20, 5, 1] as const

/** Most scopes that a key can have. */
const MOST = 100

const actions = ['read', 'write', 'admin'] as const satisfies readonly Action[]

/** The scopes; empty where no call needed any. */
export function suggestScopes(
  held: readonly Scope[],
  calls: readonly Call[],
  sizeOf?: SizeOf,
): Scope[] {
  const wanted = wantedOf(held, calls)
  for (const limit of limits) {
    const scopes = actions.flatMap((action) =>
      filtersOf(
        held,
        wanted.filter((need) => need.action === action),
        limit,
        sizeOf,
      ).map((resourceFilter) => ({ action, resourceFilter })),
    )
    if (scopes.length <= MOST) return scopes
  }
  return [...held]
}

/** Every filter whose size {@link suggestScopes} can ask for. */
export function filtersToSize(held: readonly Scope[], calls: readonly Call[]): string[] {
  const wanted = wantedOf(held, calls).filter((need) => isNamed(held, need))
  const filters = actions.flatMap((action) =>
    generalFilters(usedThings(wanted.filter((need) => need.action === action).map(usable(held)))),
  )
  return [...new Set(filters)]
}

function wantedOf(held: readonly Scope[], calls: readonly Call[]): Wanted[] {
  const allowed = calls.filter(({ needs }) => needs.every((need) => meetsNeed(held, need)))
  return allowed.flatMap(({ operation, needs }) =>
    needs.map((need) => ({ ...need, created: isCreated(operation, need) })),
  )
}

/** Has a need paths to choose from? A general one has, where the key holds all of one: that stands for all its resources. */
function isNamed(held: readonly Scope[], need: Need): boolean {
  return need.general ? covers(held, need.action, need.paths) : !isOfMany(need)
}

/** A need with those of its paths alone that the key's filters match. */
function usable(held: readonly Scope[]) {
  return (need: Wanted): Wanted => ({
    ...need,
    paths: need.paths.filter((path) => covers(held, need.action, [path])),
  })
}

/** The paths of the things among what was used. */
function usedThings(exact: readonly Wanted[]): (readonly string[])[] {
  return exact.filter(isUsedThing).map(({ paths }) => paths)
}

function isUsedThing({ created, paths }: Wanted): boolean {
  return !created && isThing(paths)
}

/** The least filters for the needs of one action. */
function filtersOf(
  held: readonly Scope[],
  wanted: readonly Wanted[],
  limit: number,
  sizeOf: SizeOf | undefined,
): string[] {
  const exact = wanted.filter((need) => isNamed(held, need)).map(usable(held))
  const open = wanted.filter((need) => !isNamed(held, need))
  const general = sizeOf && coverThings(usedThings(exact), sizeOf)
  const paths = choosePaths(exact.map((need) => need.paths))
  const isKept = (need: Wanted | undefined) =>
    need && !need.created && !(general && isUsedThing(need))
  const made = paths.filter((_, i) => exact[i]?.created)
  const found = [
    ...made.map((path) => ({ filter: withAny(path, -1), members: [path] })),
    ...collapse(
      paths.filter((_, i) => isKept(exact[i])),
      limit,
    ),
    ...(general ?? []),
  ]
  const own = filtersFor(held, wanted[0]?.action ?? 'read')
  return leastOf([
    ...open.flatMap((need) => reachOf(held, need)),
    ...found.flatMap((collapsed) => within(own, collapsed)),
  ])
}

/** The parts of a filter that the key's own filters allow, as far as they cover its members. */
function within(own: readonly string[], { filter, members }: Collapsed): string[] {
  if (own.some((wider) => filterContains(wider, filter))) return [filter]
  const covering = own.filter((wider) => members.some((path) => filterMatches(wider, path)))
  return covering.flatMap((wider) => meetFilters(wider, filter) ?? [])
}

/** The filters, sorted, without those that another one contains. */
function leastOf(filters: readonly string[]): string[] {
  const distinct = [...new Set(filters)].sort()
  return distinct.filter(
    (filter) => !distinct.some((other) => other !== filter && filterContains(other, filter)),
  )
}

/** Is it the need of what the operation makes, rather than of what it refers to? */
function isCreated(operation: string, { paths }: Need): boolean {
  const row: Operation | undefined = operations[operation as keyof typeof operations]
  if (row?.access.target !== 'new') return false
  const forms = formsOf[row.access.resource]
  return forms.some((form) => paths.some((path) => filterMatches(form, path)))
}
