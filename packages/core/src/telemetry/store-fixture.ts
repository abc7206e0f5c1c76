import { inject } from 'vitest'
import { migrateTelemetry } from './migrate.ts'
import { openTelemetryStore, type SampleWriter, type TelemetryStore } from './store.ts'

/** For the tests of this room that need an engine: the store they share, its schema current. */
export async function openTestStore(sampleWriter: SampleWriter = 'any'): Promise<TelemetryStore> {
  const url = inject('clickhouseUrl')
  await migrateTelemetry({ url })
  return openTelemetryStore({ url, clock: () => new Date(), sampleWriter })
}
