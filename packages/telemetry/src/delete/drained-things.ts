import { settleConcurrently } from '@sluice/runtime'
import type { ThingNumbers } from '../thing-numbers.ts'
import { BARRIER_PATIENCE_MS } from '../write/all-replicas.ts'
import type { Writer } from '../write/writer.ts'

/** Organizations that are asked about at once. */
const AT_ONCE = 8

/**
 * Those of the things whose acknowledged samples are all in the tables, by organization if the log can be drained so: a
 * record that the store refuses must keep no others'. Once some could have waited in vain, no more are asked about: a
 * store that hangs must not be waited for a thousand times.
 */
export async function drainedThings(
  { drained, drainsByScope }: Pick<Writer, 'drained' | 'drainsByScope'>,
  things: readonly ThingNumbers[],
): Promise<readonly ThingNumbers[]> {
  const isAll = await succeeds(drained())
  if (isAll || !drainsByScope) return isAll ? things : []
  const found: ThingNumbers[] = []
  const until = performance.now() + BARRIER_PATIENCE_MS
  const asks = Array.from(
    Map.groupBy(things, (one) => one.organization),
    ([organization, own]) =>
      async () => {
        if (performance.now() >= until) return
        const scope = { organization, things: own.map(({ thing }) => thing) }
        if (await succeeds(drained(scope))) found.push(...own)
      },
  )
  await settleConcurrently(asks, AT_ONCE)
  return found
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
