import type { ThingNumbers } from '../../thing-numbers.ts'
import type { SampleBuffer } from './sample-buffer.ts'

/** The samples of one call for one thing. */
export interface NewWrite extends ThingNumbers {
  readonly samples: SampleBuffer
}

/** A write with its version. */
export interface Write extends NewWrite {
  /** Version of the first row; see {@link versionOf}. */
  readonly version: bigint
}

/** The version after those of all its rows. */
export function endOfVersions({ samples, version }: Write): bigint {
  return version + BigInt(samples.rows)
}

/** The approximate time of a version, in epoch microseconds. */
export function timeOfVersion(version: bigint): number {
  return Number(version / 1000n)
}

/**
 * A row's version. Rows of an ascending write cannot shadow each other and share one; otherwise each row's is one
 * higher.
 */
export function versionOf({ samples, version }: Write, row: number): bigint {
  return samples.ascending ? version : version + BigInt(row)
}
