/** One item of each list in turn, `most` in all. So a long list does not keep the others waiting. */
export function* inTurns<Item>(
  lists: Iterable<Iterable<Item>>,
  most = Number.POSITIVE_INFINITY,
): Generator<Item> {
  const left = new Set(Array.from(lists, (list) => list[Symbol.iterator]()))
  let count = 0
  while (left.size > 0) {
    for (const list of left) {
      if (count === most) return
      const { value, done } = list.next()
      if (done) left.delete(list)
      else {
        count += 1
        yield value
      }
    }
  }
}
