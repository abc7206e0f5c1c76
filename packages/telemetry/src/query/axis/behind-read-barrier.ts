import type { LoadChunks } from '../../cache/chunks/chunk-memory.ts'
import { startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import type { BarrierScope } from '../../write/wal/barrier-scope.ts'

/**
 * Wraps a store in a read barrier (read-your-writes): the first statement flushes overlapping batches. A read that
 * fills a cache passes the barrier again, because later queries are answered from it. Loads of chunks pass one of their
 * own: see {@link loadBehindBarrier}.
 */
export function behindReadBarrier(store: SampleStore, barrierScope: BarrierScope): SampleStore {
  const { buckets } = store
  let done: Promise<void> | undefined
  const late =
    <Params extends unknown[], Rows>(ask: (...params: Params) => Promise<Rows>) =>
    async (...params: Params) => {
      done ??= store.readBarrier(barrierScope)
      await done
      return ask(...params)
    }
  return {
    ...store,
    query: late(store.query),
    queryBlocks: late(store.queryBlocks),
    buckets: buckets && {
      ...buckets,
      through: (question, read) =>
        buckets.through(question, (...asked) => {
          done = undefined
          return read(...asked)
        }),
    },
  }
}

/** Passes the barrier before each load. */
export function loadBehindBarrier(
  { readBarrier }: Pick<SampleStore, 'readBarrier'>,
  load: LoadChunks,
): LoadChunks {
  return async (missing, bound) => {
    const { organization, things, days } = missing
    const [first = 0, last = 0] = [days[0], days.at(-1)]
    const range = { from: startOfDay(first), to: startOfDay(last + 1) }
    await readBarrier({ organization, things, range })
    return load(missing, bound)
  }
}
