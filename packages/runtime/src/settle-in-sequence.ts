/**
 * Runs all works in sequence, even if one fails: one tenant's trouble must not become the next one's. Throws at the
 * end: the error, or an AggregateError of several.
 */
export function settleInSequence(works: Iterable<() => Promise<unknown>>): Promise<void> {
  return settleConcurrently(works, 1)
}

/** The same with at most this many at once: one that is slow delays the others only if as many are. */
export async function settleConcurrently(
  works: Iterable<() => Promise<unknown>>,
  atOnce: number,
): Promise<void> {
  const faults: unknown[] = []
  const left = [...works].values()
  async function runSome() {
    for (const work of left) {
      try {
        await work()
      } catch (fault) {
        faults.push(fault)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runSome))
  throwAll(faults)
}

/**
 * Gives tenants turns, one after another, in rounds: a turn returns whether its tenant needs another. Who fails gets
 * none in this call. Throws at the end as {@link settleInSequence}.
 */
export async function settleInRounds<Tenant>(
  tenants: readonly Tenant[],
  turn: (tenant: Tenant) => Promise<boolean>,
): Promise<void> {
  const faults: unknown[] = []
  for (let waiting = tenants; waiting.length > 0; ) {
    const more: Tenant[] = []
    for (const tenant of waiting) {
      try {
        if (await turn(tenant)) more.push(tenant)
      } catch (fault) {
        faults.push(fault)
      }
    }
    waiting = more
  }
  throwAll(faults)
}

function throwAll(faults: readonly unknown[]): void {
  if (faults.length === 1) throw faults[0]
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} tasks failed.`)
}
