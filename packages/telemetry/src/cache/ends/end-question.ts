import type { Followed } from '../followers.ts'

/** Series whose samples are requested by the bucket. */
export interface EndQuestion extends Followed {
  /** Tells it from all others, of all organizations. */
  readonly key: string
  readonly metrics: readonly number[]
  /** When a bucket begins, in epoch microseconds. */
  readonly startOf: (bucket: number) => number
}
