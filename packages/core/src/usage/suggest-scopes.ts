/**
 * The smallest scopes that a key's successful calls needed, within those that it has.
 *
 * A need of one resource becomes one of its paths (place-choice.ts). Exact paths are collapsed (collapse.ts). What a
 * call created will have another id the next time, so its last segment becomes `#`. Lists and general needs keep all
 * that they could contain, and granted scopes stay whole. Each resulting filter is restricted to what the key's own
 * filters allow: to its intersections with those of them that cover its paths. Calls that the key may no longer make do
 * not count.
 *
 * With `sizeOf`, things become the few filters that general-filters.ts finds, if any.
 */
import { type Action, type Operation, operations, type Scope } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
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

/** The most exact filters per action and form; the next is tried if the key could not hold all. */
const limits = [20, 5, 1] as const

/** The most scopes of a key. */
const MAX_SCOPES = 100

const actions = ['read', 'write', 'admin'] as const satisfies readonly Action[]

/** The scopes; empty if no call needed any. In slices: calls may have needed thousands of things. */
export async function suggestScopes(
  held: readonly Scope[],
  calls: readonly Call[],
  sizeOf?: SizeOf,
): Promise<Scope[]> {
  const wanted = await wantedOf(held, calls)
  for (const limit of limits) {
    const scopes: Scope[] = []
    for (const action of actions) {
      const ofAction = wanted.filter((need) => need.action === action)
      const filters = await filtersOf(held, ofAction, limit, sizeOf)
      scopes.push(...filters.map((resourceFilter) => ({ action, resourceFilter })))
    }
    if (scopes.length <= MAX_SCOPES) return scopes
  }
  return [...held]
}

/** Every filter whose size {@link suggestScopes} may ask for. */
export async function filtersToSize(
  held: readonly Scope[],
  calls: readonly Call[],
): Promise<string[]> {
  const filters = new Set<string>()
  const wanted = await wantedOf(held, calls)
  for (const action of actions) {
    const { named } = await parted(
      held,
      wanted.filter((need) => need.action === action),
    )
    for (const filter of await generalFilters(usedThings(named))) filters.add(filter)
  }
  return [...filters]
}

async function wantedOf(held: readonly Scope[], calls: readonly Call[]): Promise<Wanted[]> {
  const wanted = await mapInSlices(calls, ({ operation, needs }) => {
    if (!needs.every((need) => meetsNeed(held, need))) return []
    return needs.map((need) => ({ ...need, created: isCreated(operation, need) }))
  })
  return wanted.flat()
}

/** Needs with alternative paths, restricted to those that the key's filters match, and all other needs. */
async function parted(held: readonly Scope[], wanted: readonly Wanted[]) {
  const usable = await mapInSlices(wanted, (need) => {
    const paths = need.paths.filter((path) => covers(held, need.action, [path]))
    return isNamed(need, paths) ? { ...need, paths } : undefined
  })
  return {
    named: usable.filter((need) => need !== undefined),
    open: wanted.filter((_, i) => !usable[i]),
  }
}

/** A general need has alternative paths if the key has all of one: that covers all its resources. */
function isNamed(need: Need, held: readonly string[]): boolean {
  return need.general ? held.length > 0 : !isOfMany(need)
}

/** The paths of used things. */
function usedThings(exact: readonly Wanted[]): (readonly string[])[] {
  return exact.filter(isUsedThing).map(({ paths }) => paths)
}

function isUsedThing({ created, paths }: Wanted): boolean {
  return !created && isThing(paths)
}

/** The smallest filters for the needs of one action. */
async function filtersOf(
  held: readonly Scope[],
  wanted: readonly Wanted[],
  limit: number,
  sizeOf: SizeOf | undefined,
): Promise<string[]> {
  const { named: exact, open } = await parted(held, wanted)
  const general = sizeOf && (await coverThings(usedThings(exact), sizeOf))
  const paths = await choosePaths(exact.map((need) => need.paths))
  const isKept = (need: Wanted | undefined) =>
    need && !need.created && !(general && isUsedThing(need))
  const made = paths.filter((_, i) => exact[i]?.created)
  const found = [
    ...made.map((path) => ({ filter: withAny(path, -1), members: [path] })),
    ...(await collapse(
      paths.filter((_, i) => isKept(exact[i])),
      limit,
    )),
    ...(general ?? []),
  ]
  const own = filtersFor(held, wanted[0]?.action ?? 'read')
  const reached = await mapInSlices(open, (need) => reachOf(held, need))
  const allowed = await mapInSlices(found, (collapsed) => within(own, collapsed))
  return leastOf([...reached.flat(), ...allowed.flat()])
}

/** The parts of a filter that the key's own filters allow and that cover its members. */
function within(own: readonly string[], { filter, members }: Collapsed): string[] {
  if (own.some((wider) => filterContains(wider, filter))) return [filter]
  const covering = own.filter((wider) => members.some((path) => filterMatches(wider, path)))
  return covering.flatMap((wider) => meetFilters(wider, filter) ?? [])
}

/** The sorted filters, without those contained in another one. */
async function leastOf(filters: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(filters)].sort()
  const contained = await mapInSlices(distinct, (filter) =>
    distinct.some((other) => other !== filter && filterContains(other, filter)),
  )
  return distinct.filter((_, i) => !contained[i])
}

/** Whether a need is about the resource that the operation creates, rather than one that it refers to. */
function isCreated(operation: string, { paths }: Need): boolean {
  const row: Operation | undefined = operations[operation as keyof typeof operations]
  if (row?.access.target !== 'new') return false
  const forms = formsOf[row.access.resource]
  return forms.some((form) => paths.some((path) => filterMatches(form, path)))
}
