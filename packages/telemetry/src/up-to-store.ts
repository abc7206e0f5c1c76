import { telemetryOf } from './open.ts'
import type { SampleStore } from './store.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Telemetry that checks a call as the real one does, up to the first use of a store, where it throws what `reached`
 * throws.
 */
export function telemetryUpToStore(reached: () => never): Telemetry {
  let built = false
  const store = new Proxy({} as SampleStore, { get: () => (built ? reached() : reached) })
  const telemetry = telemetryOf(store)
  built = true
  return telemetry
}
