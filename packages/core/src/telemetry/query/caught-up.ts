import type { TelemetryStore } from '../store.ts'

/** A store whose statements wait until they find all that was acknowledged of an organization before the first of them. */
export function caughtUp(store: TelemetryStore, organization: number): TelemetryStore {
  let done: Promise<void> | undefined
  const late =
    <Params extends unknown[], Rows>(ask: (...params: Params) => Promise<Rows>) =>
    async (...params: Params) => {
      done ??= store.catchUp(organization)
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
