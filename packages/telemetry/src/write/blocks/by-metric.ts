/**
 * The index of each row after a stable sort by metric; undefined if the rows are sorted already. With a million rows,
 * each step takes a few milliseconds; it yields in between.
 */
export function* placesByMetric(
  metrics: Uint32Array,
  rows: number,
): Generator<void, Uint32Array | undefined> {
  if (isOrdered(metrics, rows)) return undefined
  yield
  const { slots, distinct } = slotsOf(metrics, rows)
  yield
  const next = firstPlaces(slots, distinct)
  yield
  for (let row = 0; row < rows; row += 1) {
    const slot = slots[row] ?? 0
    const place = next[slot] ?? 0
    next[slot] = place + 1
    slots[row] = place
  }
  return slots
}

function isOrdered(metrics: Uint32Array, rows: number): boolean {
  for (let row = 1; row < rows; row += 1) {
    if ((metrics[row] ?? 0) < (metrics[row - 1] ?? 0)) return false
  }
  return true
}

/** The distinct metrics in order of appearance, and the index of each row's metric among them. */
function slotsOf(metrics: Uint32Array, rows: number) {
  const distinct: number[] = []
  const known = new Map<number, number>()
  const slots = new Uint32Array(rows)
  let at = 0
  for (let row = 0; row < rows; row += 1) {
    const metric = metrics[row] ?? 0
    // In columns, the next row has the same metric; in frames, the metric that came next in the frame before.
    if (distinct[at] !== metric) {
      if (distinct[at + 1] === metric) at += 1
      else if (distinct[0] === metric) at = 0
      else {
        at = known.get(metric) ?? distinct.push(metric) - 1
        known.set(metric, at)
      }
    }
    slots[row] = at
  }
  return { slots, distinct }
}

/** The index of each metric's first row after sorting. */
function firstPlaces(slots: Uint32Array, distinct: readonly number[]): Uint32Array {
  const counts = new Uint32Array(distinct.length)
  for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + 1
  const firsts = new Uint32Array(distinct.length)
  let first = 0
  for (const slot of [...distinct.keys()].sort((a, b) => (distinct[a] ?? 0) - (distinct[b] ?? 0))) {
    firsts[slot] = first
    first += counts[slot] ?? 0
  }
  return firsts
}
