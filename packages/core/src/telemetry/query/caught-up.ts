import type { TelemetryStore } from '../store.ts'
import type { WaitedFor } from '../write-ahead/waited-for.ts'

/**
 * A store whose statements wait until they find those samples that were acknowledged before the first of them. What is
 * read to be remembered waits anew: others are answered from it who ask later than this query did.
 */
export function caughtUp(store: TelemetryStore, waitedFor: WaitedFor): TelemetryStore {
  const { buckets, ends } = store
  let done: Promise<void> | undefined
  const late =
    <Params extends unknown[], Rows>(ask: (...params: Params) => Promise<Rows>) =>
    async (...params: Params) => {
      done ??= store.catchUp(waitedFor)
      await done
      return ask(...params)
    }
  /** What is asked so that it is remembered. */
  const anew =
    <Params extends unknown[], Answer>(read: (...params: Params) => Answer) =>
    (...params: Params) => {
      done = undefined
      return read(...params)
    }
  return {
    ...store,
    query: late(store.query),
    queryBlocks: late(store.queryBlocks),
    queryPlainly: late(store.queryPlainly),
    queryFew: late(store.queryFew),
    buckets: buckets && {
      ...buckets,
      through: (question, read) => buckets.through(question, anew(read)),
    },
    ends: ends && { ...ends, through: (question, read) => ends.through(question, anew(read)) },
  }
}
