/**
 * Chooses one path for each resource out of those by which it can be reached. A thing has a path of its own and
 * one through each of its places. Where all things can be reached through one and the same place, that is chosen:
 * it says more about what the key is for, and allows less. Otherwise the first.
 */
export function choosePaths(alternatives: readonly (readonly string[])[]): string[] {
  const placed = alternatives.filter(isThing)
  const [first = [], ...others] = placed
  const shared = first
    .map(placeIn)
    .find(
      (place) => place && others.every((paths) => paths.some((path) => placeIn(path) === place)),
    )
  return alternatives.flatMap((paths) => {
    const through = shared && paths.find((path) => placeIn(path) === shared)
    return through ?? paths[0] ?? []
  })
}

/** Are these the paths of a thing? */
export function isThing(paths: readonly string[]): boolean {
  return paths.some((path) => path.startsWith('THING/') || placeIn(path) !== undefined)
}

/** `PLACE/Site/oslo` of a thing's path through it. */
function placeIn(path: string): string | undefined {
  return /^(PLACE\/[^/]+\/[^/]+)\/THING\//.exec(path)?.[1]
}
