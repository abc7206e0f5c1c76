/** Binary search: how many of ascending numbers are less than a given one. */
export function placeIn(ascending: readonly number[], position: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ascending[middle] ?? 0) < position) from = middle + 1
    else to = middle
  }
  return from
}
