import { type Core, statementCounts } from '@sluice/core'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { Durations } from './durations.ts'
import type { Exchange } from './exchange.ts'

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
    help: '1 while this node receives changes; at 0 it asks the database at every request',
    registers: [registry],
    collect() {
      this.set(changes.isCurrent() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'sluice_keys_remembered',
    help: 'Keys, and unknown key ids, that this node need not look up',
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
    help: 'Things, thing types, and members of sites and fleets, that this node need not look up',
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
    help: 'Things whose latest values were requested: known, or read from the store',
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
    help: 'Things whose latest values this node remembers',
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
    help: 'Readings of aggregates by the bucket: known, known in part, or read from the store',
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
    help: 'About how much memory aggregates take that this node remembers',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().buckets?.bytes ?? 0)
    },
  })
  new Counter({
    name: 'sluice_remembered_samples_asked_total',
    help: 'Questions for samples in memory: all known, some loaded, or left to the store',
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
    help: 'Bytes of samples that are acknowledged and not yet in the store: about the memory of one node’s, or the log of all nodes',
    registers: [registry],
    collect() {
      this.set(telemetry.figures().waitingBytes ?? 0)
    },
  })
  new Gauge({
    name: 'sluice_sample_partition_lag_seconds',
    help: 'How long the oldest samples of a partition of the shared log have been waiting for the store',
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
    help: 'How far the clock of Postgres is ahead of this node’s, as far as that is certain',
    registers: [registry],
    collect() {
      this.set((telemetry.figures().sharedLog?.clockAhead ?? 0) / 1000)
    },
  })
}

function addBucketMetrics(registry: Registry, { buckets }: Core): void {
  new Gauge({
    name: 'sluice_buckets_at_fault',
    help: '1 while the shared buckets are out of reach, or those of this node cannot be kept',
    registers: [registry],
    collect() {
      this.set(buckets.fault() === undefined ? 0 : 1)
    },
  })
}

/** The queues in which organizations take turns. */
function addQueueMetrics(registry: Registry, { db, telemetry, usage }: Core): void {
  const queues = {
    postgres: () => statementCounts(db),
    samples: () => telemetry.figures().queries,
    'request-log': () => usage.queries(),
  }
  new Gauge({
    name: 'sluice_queue_work',
    help: 'Statements and queries under way, and those that wait for their organization’s turn',
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
    help: 'Work that was refused with 503 because its organization’s queue was too long or too slow',
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
    help: 'Rows of the request log: written, or dropped because the store took none for too long',
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
    help: 'Rows of the request log that are not written yet',
    registers: [registry],
    collect() {
      this.set(usage.counts().waiting)
    },
  })
}
