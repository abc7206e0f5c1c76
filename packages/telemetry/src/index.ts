export type { HeldDay } from './cache/chunks/held-days.ts'
export type { LatestByThing } from './cache/latest/latest-rows.ts'
export { Faults } from './decode/faults.ts'
export { Mapping, mappingBy } from './decode/mapping/mapping.ts'
export type { FoundThing } from './decode/things/parts.ts'
export type { Erasure } from './delete/eraser.ts'
export type { IngestCall } from './ingest.ts'
export type { CreatedThing, ThingsCall } from './ingest-things.ts'
export type { MeasuredThing, MeasuredType, Metric } from './measured-thing.ts'
export { openTelemetry } from './open.ts'
export { mergeMetrics } from './query/plan/merge-metrics.ts'
export { readRange } from './query/plan/range.ts'
export { type Group, type Member, type Subject, subjectOf } from './query/plan/subject.ts'
export { startOfDaysAgo } from './rollups/rules.ts'
export { telemetrySteps } from './schema.ts'
export type { SampleWriter, TelemetryFigures } from './store.ts'
export type { Telemetry, Timed } from './telemetry.ts'
export { NO_ORGANIZATION, type ThingNumbers } from './thing-numbers.ts'
export { type TrialCall, tryMapping } from './try-mapping.ts'
export { telemetryUpToStore } from './up-to-store.ts'
export { partitionOf } from './write/shared/partition-of.ts'
export {
  type Batch,
  type FollowedRecord,
  LEASE_MS,
  type Lease,
  LeaseLost,
  type LoggedRecord,
  type LogState,
  NotStarted,
  type Pending,
  type SharedLog,
  type Signal,
} from './write/shared/shared-log.ts'
export { barrierQuestionSchema } from './write/wal/barrier-scope.ts'
export type { DamagedSegment } from './write/wal/log.ts'
