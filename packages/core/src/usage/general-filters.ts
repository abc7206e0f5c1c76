/**
 * A few filters in place of many things, for a key that is meant for a site, fleet or type rather than the things that
 * it happened to use. Each thing has several paths, and for each path two filters are considered: all things of its
 * place and type, and all of its place. The result is one filter that covers all things, or up to three that do so
 * together, whichever reach the fewest things now. If there is none, things stay as they are.
 */
import { mapInSlices } from '@sluice/runtime'
import { filterMatches } from '../scopes/index.ts'
import { type Collapsed, withAny } from './collapse.ts'

/** The paths of one thing that a key may use. */
type Paths = readonly string[]

/** How many things a filter reaches now. */
export type SizeOf = (filter: string) => number

/** From this many things on, a filter says more than their names. */
const MANY = 3
/** The most filters in a result. */
const MAX_FILTERS = 3
/** The most candidates: those that cover most. */
const MAX_CANDIDATES = 20

/** The candidate filters, those with most things first; empty for few things. */
export async function generalFilters(things: readonly Paths[]): Promise<string[]> {
  const distinct = await distinctOf(things)
  if (distinct.length < MANY) return []
  const counts = new Map<string, number>()
  await mapInSlices(distinct, (paths) => {
    for (const filter of filtersOf(paths)) counts.set(filter, (counts.get(filter) ?? 0) + 1)
  })
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, first], [b, second]) => second - first || breadth(a) - breadth(b))
    .slice(0, MAX_CANDIDATES)
    .map(([filter]) => filter)
}

/** The filters that cover all things, and how they were chosen; undefined if the things stay as they are. */
export async function coverThings(
  things: readonly Paths[],
  sizeOf: SizeOf,
): Promise<Collapsed[] | undefined> {
  const distinct = await distinctOf(things)
  const offered: Offered[] = []
  for (const filter of await generalFilters(distinct)) {
    const covered = await mapInSlices(distinct, (paths) =>
      paths.some((path) => filterMatches(filter, path)),
    )
    const covers = new Set(distinct.filter((_, i) => covered[i]))
    offered.push({ filter, size: sizeOf(filter), covers })
  }
  const covers = [oneFor(distinct, offered), severalFor(distinct, offered)]
  const [best] = covers
    .filter((cover) => cover !== undefined)
    .toSorted((a, b) => sizeOfAll(a) - sizeOfAll(b))
  if (!best || best.length >= distinct.length) return undefined
  return best.map(({ filter, covers: covered }) => ({
    filter,
    members: [...covered].flat().filter((path) => filterMatches(filter, path)),
  }))
}

interface Offered {
  readonly filter: string
  readonly size: number
  readonly covers: ReadonlySet<Paths>
}

function oneFor(things: readonly Paths[], offered: readonly Offered[]): Offered[] | undefined {
  const whole = offered.filter(({ covers }) => covers.size === things.length)
  const [smallest] = whole.toSorted(
    (a, b) => a.size - b.size || breadth(a.filter) - breadth(b.filter),
  )
  return smallest && [smallest]
}

/** Greedily adds the filter that reaches the fewest things for each one that it newly covers. */
function severalFor(things: readonly Paths[], offered: readonly Offered[]): Offered[] | undefined {
  const chosen: Offered[] = []
  let left = things
  while (left.length > 0 && chosen.length < MAX_FILTERS) {
    const [next] = offered
      .map((one) => ({ ...one, news: left.filter((paths) => one.covers.has(paths)).length }))
      .filter(({ news }) => news > 0)
      .toSorted(
        (a, b) => a.size / a.news - b.size / b.news || breadth(a.filter) - breadth(b.filter),
      )
    if (!next) return undefined
    chosen.push(next)
    left = left.filter((paths) => !next.covers.has(paths))
  }
  return left.length === 0 ? chosen : undefined
}

function sizeOfAll(cover: readonly Offered[]): number {
  return cover.reduce((sum, { size }) => sum + size, 0)
}

async function distinctOf(things: readonly Paths[]): Promise<Paths[]> {
  const byText = await mapInSlices(things, (paths) => [paths.join(' '), paths] as const)
  return [...new Map(byText).values()]
}

/** All things of a path's place and type, and all of its place. */
function filtersOf(paths: Paths): string[] {
  const ofType = paths.map((path) => withAny(path, -1))
  return [...new Set([...ofType, ...ofType.map((filter) => withAny(filter, -2))])]
}

/** Ranks filters that reach equally many things by how specific they are: place and type, place, type, neither. */
function breadth(filter: string): number {
  return (filter.startsWith('PLACE/') ? 0 : 2) + (filter.endsWith('/#/#') ? 1 : 0)
}
