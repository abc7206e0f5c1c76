import type { Limit } from '@sluice/contract'

/** What is left in a bucket. */
export interface Level {
  /** Units, fractional; negative when failures overdrew it. */
  readonly tokens: number
  readonly limit: Limit
}

/** Where buckets live. One case suite runs over every store. */
export interface BucketStore {
  /** Takes one unit if a whole one is there. */
  take(bucket: string, limit: Limit): Promise<{ taken: boolean; level: Level }>
  /** Adds `units` (negative: takes them, even into debt), never above the burst. */
  add(bucket: string, limit: Limit, units: number): Promise<Level>
  /** Looks without taking. */
  level(bucket: string, limit: Limit): Promise<Level>
}
