import type { EndQuestion } from '../../cache/ends/end-question.ts'
import type { SampleStore } from '../../store.ts'
import type { BarrierScope } from '../../write/wal/barrier-scope.ts'
import type { Range } from '../plan/range.ts'

/**
 * A store behind a read barrier (read-your-writes): the first statement flushes overlapping batches. A reading that fills a cache
 * passes the barrier again, because later queries are answered from it.
 */
export function behindReadBarrier(store: SampleStore, barrierScope: BarrierScope): SampleStore {
  const { buckets, ends } = store
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
    queryPlainly: late(store.queryPlainly),
    queryFew: late(store.queryFew),
    buckets: buckets && {
      ...buckets,
      through: (question, read) =>
        buckets.through(question, (...asked) => {
          done = undefined
          return read(...asked)
        }),
    },
    ends: ends && {
      ...ends,
      through: (question, read) =>
        ends.through(question, async (numbers) => {
          await store.readBarrier({ ...barrierScope, range: spanOf(question, numbers) })
          return read(numbers)
        }),
    },
  }
}

/** From the first bucket to the last, perhaps wider than requested. */
function spanOf({ startOf }: EndQuestion, buckets: readonly number[]): Range {
  return { from: startOf(Math.min(...buckets)), to: startOf(Math.max(...buckets) + 1) }
}
