import { mapInSlices } from '@sluice/runtime'

/**
 * Chooses one of the alternative paths of each resource. A thing has a path of its own and one through each of its
 * places. If all things share a place, the paths through that are chosen: they say more about the key's purpose, and
 * allow less. Otherwise the first.
 */
export async function choosePaths(alternatives: readonly (readonly string[])[]): Promise<string[]> {
  const places = await mapInSlices(alternatives, placesOf)
  const [first, ...others] = places.filter((some) => some !== undefined)
  const shared = await sharedOf(first ?? new Map(), others)
  return alternatives.flatMap((paths, i) => (shared && places[i]?.get(shared)) ?? paths[0] ?? [])
}

/** The paths of a thing by the places that they lead through; undefined if it is no thing. */
function placesOf(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (!isThing(paths)) return undefined
  return new Map(
    paths.flatMap((path) => {
      const place = placeIn(path)
      return place === undefined ? [] : [[place, path] as const]
    }),
  )
}

/** The first of the places that all others share. */
async function sharedOf(
  first: ReadonlyMap<string, string>,
  others: readonly ReadonlyMap<string, string>[],
): Promise<string | undefined> {
  let shared = [...first.keys()]
  await mapInSlices(others, (places) => {
    shared = shared.filter((place) => places.has(place))
  })
  return shared[0]
}

/** Whether these are the paths of a thing. */
export function isThing(paths: readonly string[]): boolean {
  return paths.some((path) => path.startsWith('THING/') || placeIn(path) !== undefined)
}

/** `PLACE/Site/oslo` from a thing's path through it. */
function placeIn(path: string): string | undefined {
  return /^(PLACE\/[^/]+\/[^/]+)\/THING\//.exec(path)?.[1]
}
