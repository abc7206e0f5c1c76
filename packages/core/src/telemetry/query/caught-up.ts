import type { TelemetryStore } from '../store.ts'
import type { WaitedFor } from '../write-ahead/waited-for.ts'

/** A store whose statements wait until they find those samples that were acknowledged before the first of them. */
export function caughtUp(store: TelemetryStore, waitedFor: WaitedFor): TelemetryStore {
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
  }
}
