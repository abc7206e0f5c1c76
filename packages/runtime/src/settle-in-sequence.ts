/**
 * Runs all works in sequence, even if one fails: one tenant's trouble must not become the next one's. Throws at the
 * end: the error, or an AggregateError of several.
 */
export async function settleInSequence(works: Iterable<() => Promise<unknown>>): Promise<void> {
  const faults: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} tasks failed.`)
}
