/** Binary search: the first index in `[from, to)` whose number is not less than the given one, or `to`. */
export function placeIn(
  ascending: ArrayLike<number>,
  number: number,
  from = 0,
  to = ascending.length,
): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
