import type { Tracing } from '@sluice/runtime'
import { figuresOf } from './figures.ts'
import { ingest } from './ingest.ts'
import { ingestThings } from './ingest-things.ts'
import { openSampleStore } from './open-store.ts'
import type { Subject } from './query/plan/subject.ts'
import { readRecentSamples } from './query/recent.ts'
import { readSummary } from './query/summary.ts'
import { readGrouped, readTogether } from './query/timeseries.ts'
import type { SampleStore, SampleStoreOptions } from './store.ts'
import type { Telemetry } from './telemetry.ts'
import { traceStore } from './traced-store.ts'

/** Opens the telemetry of one process; makes no request yet, but for what an earlier process left in a log of samples. */
export function openTelemetry({
  tracing,
  ...options
}: SampleStoreOptions & { readonly tracing?: Tracing | undefined }): Telemetry {
  const store = openSampleStore(options)
  return telemetryOf(tracing ? traceStore(store, tracing) : store)
}

/** Telemetry over a store that is open. */
export function telemetryOf(store: SampleStore): Telemetry {
  /** Answers a question once what is remembered of its things is up to the log. */
  async function ask<Answer>({ organization, members }: Subject, answer: () => Promise<Answer>) {
    if (store.catchUp) {
      await store.catchUp({ organization, things: members.map(({ number }) => number) })
    }
    return answer()
  }
  return {
    ingest: (thing, call) => ingest(store, thing, call),
    ingestThings: (call) => ingestThings(store, call),
    thingSeries(subject, query, now) {
      const source = { thing: subject.members[0]?.number }
      return ask(subject, () => readTogether(store, subject, query, now, source))
    },
    placeSeries: (subject, ...asked) => ask(subject, () => readGrouped(store, subject, ...asked)),
    summary: (subject, ...asked) => ask(subject, () => readSummary(store, subject, ...asked)),
    recent: (...asked) => readRecentSamples(store, ...asked),
    latest: store.latest,
    takeVersion: store.takeVersion,
    erase: store.erase,
    expire: store.expire,
    eraseThings: store.eraseThings,
    flush: store.readBarrier,
    horizon: store.horizon,
    ping: store.ping,
    figures: () => figuresOf(store),
    close: store.close,
  }
}
