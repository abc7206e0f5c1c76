import type { Tracing } from '@sluice/runtime'
import { latestInParts } from './cache/latest/latest-in-parts.ts'
import { Decoder } from './decode/apart/decoder.ts'
import { ingest } from './ingest.ts'
import { ingestThings } from './ingest-things.ts'
import { openSampleStore } from './open-store.ts'
import { readRecentSamples } from './query/recent.ts'
import { readSummary } from './query/summary.ts'
import { readGrouped, readTogether } from './query/timeseries.ts'
import type { SampleStore, SampleStoreOptions } from './store.ts'
import type { Telemetry } from './telemetry.ts'
import { traceStore } from './traced-store.ts'

/** Opens the telemetry of a process. The only requests at once are for what an earlier process left in the log. */
export function openTelemetry({
  tracing,
  ...options
}: SampleStoreOptions & { readonly tracing?: Tracing | undefined }): Telemetry {
  const store = openSampleStore(options)
  return telemetryOf(tracing ? traceStore(store, tracing) : store)
}

/** Telemetry over an open store. */
export function telemetryOf(store: SampleStore): Telemetry {
  const decoder = new Decoder()
  const ingestion = { store, decoder }
  return {
    ingest: (thing, call) => ingest(ingestion, thing, call),
    ingestThings: (call) => ingestThings(ingestion, call),
    thingSeries: (subject, query, now) =>
      readTogether(store, subject, query, now, { thing: subject.members[0]?.number }),
    placeSeries: (...asked) => readGrouped(store, ...asked),
    summary: (...asked) => readSummary(store, ...asked),
    recent: (...asked) => readRecentSamples(store, ...asked),
    latest: (organization, things) => latestInParts(store.latest, organization, things),
    takeVersion: store.takeVersion,
    erase: store.erase,
    expire: store.expire,
    eraseThings: store.eraseThings,
    flush: store.readBarrier,
    horizon: store.horizon,
    storedBytes: store.storedBytes,
    preloading: store.preloading,
    ping: store.ping,
    figures: store.figures,
    async close() {
      await decoder.close()
      await store.close()
    },
  }
}
