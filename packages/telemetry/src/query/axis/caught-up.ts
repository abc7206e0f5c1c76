import type { EndQuestion } from '../../cache/ends/end-question.ts'
import type { SampleStore } from '../../store.ts'
import type { WaitedFor } from '../../write/wal/waited-for.ts'
import type { Range } from '../plan/range.ts'

/**
 * A store whose statements wait until they find those samples that were acknowledged before the first of them. What is
 * read to be remembered waits anew: others are answered from it who ask later than this query did.
 */
export function caughtUp(store: SampleStore, waitedFor: WaitedFor): SampleStore {
  const { buckets, ends } = store
  let done: Promise<void> | undefined
  const late =
    <Params extends unknown[], Rows>(ask: (...params: Params) => Promise<Rows>) =>
    async (...params: Params) => {
      done ??= store.catchUp(waitedFor)
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
          await store.catchUp({ ...waitedFor, range: spanOf(question, numbers) })
          return read(numbers)
        }),
    },
  }
}

/** From the first of some buckets to the last, which may be wider than what is asked of them. */
function spanOf({ startOf }: EndQuestion, buckets: readonly number[]): Range {
  return { from: startOf(Math.min(...buckets)), to: startOf(Math.max(...buckets) + 1) }
}
