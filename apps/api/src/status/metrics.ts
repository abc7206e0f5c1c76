import { type Core, statementCounts } from '@sluice/core'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import type { Exchange } from '../exchange.ts'
import { Durations } from './durations.ts'

/** The contents of `/metrics` in the Prometheus text format: the process, and requests by operation and status. */
export function collectMetrics(core: Core) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addKeyMetrics(registry, core)
  addThingMetrics(registry, core)
  addSampleLogMetrics(registry, core)
  addLatestMetrics(registry, core)
  addAggregateMetrics(registry, core)
  addRequestLogMetrics(registry, core)
  addBucketMetrics(registry, core)
  addQueueMetrics(registry, core)
  const durations = new Durations()
  registry.registerMetric(durations as unknown as Metric)
  return {
    registry,
    observe({ name, startedAt }: Exchange, status: number): void {
      durations.observe(name, status, (performance.now() - startedAt) / 1000)
    },
    addRoute(app: FastifyInstance): void {
      app.get('/metrics', async (_request, reply) => {
        return reply.type(registry.contentType).send(await registry.metrics())
      })
    },
  }
}

function addKeyMetrics(registry: Registry, { changes, knownKeys }: Core): void {
  new Gauge({
    name: 'sluice_changes_current',
    help: '1 while this node receives change notifications; at 0 it reads from Postgres at every request',
    registers: [registry],
    collect() {
      this.set(changes.isCurrent() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'sluice_keys_remembered',
    help: 'Keys, and unknown key ids, in this node’s cache',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { keys, unknown } = knownKeys.size()
      this.set({ kind: 'key' }, keys)
      this.set({ kind: 'unknown' }, unknown)
    },
  })
}

function addThingMetrics(registry: Registry, { knownThings }: Core): void {
  new Gauge({
    name: 'sluice_things_remembered',
    help: 'Things, thing types, and members of sites and fleets, in this node’s cache',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { things, types, members } = knownThings.size()
      this.set({ kind: 'thing' }, things)
      this.set({ kind: 'type' }, types)
      this.set({ kind: 'member' }, members)
    },
  })
}

function addLatestMetrics(registry: Registry, { telemetry }: Core): void {
  new Counter({
    name: 'sluice_latest_values_asked_total',
    help: 'Things whose latest values were requested: from the cache, or from ClickHouse',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { hits = 0, misses = 0 } = telemetry.figures().latest ?? {}
      this.reset()
      this.inc({ outcome: 'known' }, hits)
      this.inc({ outcome: 'read' }, misses)
    },
  })
  new Gauge({
    name: 'sluice_latest_values_things',
    help: 'Things whose latest values are in this node’s cache',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().latest?.things ?? 0)
    },
  })
  new Gauge({
    name: 'sluice_latest_values_bytes',
    help: 'About how much memory they take',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().latest?.bytes ?? 0)
    },
  })
}

function addAggregateMetrics(registry: Registry, { telemetry }: Core): void {
  new Counter({
    name: 'sluice_aggregates_asked_total',
    help: 'Queries for aggregates by bucket: from the cache, partly from the cache, or from ClickHouse',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { known = 0, partly = 0, unknown = 0 } = telemetry.figures().buckets ?? {}
      this.reset()
      this.inc({ outcome: 'known' }, known)
      this.inc({ outcome: 'partly' }, partly)
      this.inc({ outcome: 'read' }, unknown)
    },
  })
  new Gauge({
    name: 'sluice_aggregates_bytes',
    help: 'Approximate memory of this node’s cached aggregates',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().buckets?.bytes ?? 0)
    },
  })
  new Counter({
    name: 'sluice_remembered_samples_asked_total',
    help: 'Queries for cached samples: all in the cache, some loaded, or left to ClickHouse',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { known = 0, loaded = 0, left = 0 } = telemetry.figures().chunks ?? {}
      this.reset()
      this.inc({ outcome: 'known' }, known)
      this.inc({ outcome: 'loaded' }, loaded)
      this.inc({ outcome: 'left' }, left)
    },
  })
  new Gauge({
    name: 'sluice_remembered_samples_bytes',
    help: 'About how much memory they take',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().chunks?.bytes ?? 0)
    },
  })
}

function addSampleLogMetrics(registry: Registry, { telemetry }: Core): void {
  new Gauge({
    name: 'sluice_sample_log_bytes',
    help: 'Bytes of samples that are acknowledged but not yet in ClickHouse: approximate memory of a single writer, or the shared log of all nodes',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().waitingBytes ?? 0)
    },
  })
  new Gauge({
    name: 'sluice_sample_partition_lag_seconds',
    help: 'Age in seconds of the oldest samples in a partition of the shared log that are not yet in ClickHouse',
    labelNames: ['partition'],
    registers: [registry],
    collect() {
      for (const { partition, lagSeconds } of telemetry.figures().sharedLog?.partitions ?? []) {
        this.set({ partition }, lagSeconds)
      }
    },
  })
  new Gauge({
    name: 'sluice_clock_ahead_seconds',
    help: 'Seconds by which Postgres’ clock is ahead of this node’s, less the uncertainty of the measurement',
    registers: [registry],
    collect() {
      this.set((telemetry.figures().sharedLog?.clockAhead ?? 0) / 1000)
    },
  })
}

function addBucketMetrics(registry: Registry, { buckets }: Core): void {
  new Gauge({
    name: 'sluice_buckets_at_fault',
    help: '1 while the shared rate limits are unreachable, or this node’s own cannot be saved',
    registers: [registry],
    collect() {
      this.set(buckets.fault() === undefined ? 0 : 1)
    },
  })
}

/** The queues in which organizations take turns. */
function addQueueMetrics(registry: Registry, { db, telemetry, usage, callTurns }: Core): void {
  const queues = {
    postgres: () => statementCounts(db),
    samples: () => telemetry.figures().queries,
    'request-log': () => usage.queries(),
    lists: () => callTurns.lists.counts(),
    'long-calls': () => callTurns.longCalls.counts(),
  }
  new Gauge({
    name: 'sluice_queue_work',
    help: 'Statements, queries and long calls that are running, and those queued for their organization',
    labelNames: ['queue', 'state'],
    registers: [registry],
    collect() {
      for (const [queue, counts] of Object.entries(queues)) {
        const { held = 0, waiting = 0 } = counts() ?? {}
        this.set({ queue, state: 'running' }, held)
        this.set({ queue, state: 'waiting' }, waiting)
      }
    },
  })
  new Counter({
    name: 'sluice_queue_refused_total',
    help: 'Work refused with 503 because its organization’s queue was too long or too slow',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [queue, counts] of Object.entries(queues)) {
        this.inc({ queue }, counts()?.refused ?? 0)
      }
    },
  })
}

function addRequestLogMetrics(registry: Registry, { usage }: Core): void {
  new Counter({
    name: 'sluice_request_log_rows_total',
    help: 'Rows of the request log: written, or dropped because ClickHouse accepted none for too long',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { written, dropped } = usage.counts()
      this.reset()
      this.inc({ outcome: 'written' }, written)
      this.inc({ outcome: 'dropped' }, dropped)
    },
  })
  new Gauge({
    name: 'sluice_request_log_waiting_rows',
    help: 'Rows of the request log that are not yet written',
    registers: [registry],
    collect() {
      this.set(usage.counts().waiting)
    },
  })
}
