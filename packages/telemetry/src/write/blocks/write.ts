import type { SampleBuffer } from './sample-buffer.ts'

/** The samples of one call, ready to be stored. */
export interface Write {
  readonly organization: number
  readonly thing: number
  readonly samples: SampleBuffer
  /** Version of the first row; see {@link versionOf}. */
  readonly version: bigint
}

/** Above the versions of all its rows. */
export function endOfVersions({ samples, version }: Write): bigint {
  return version + BigInt(samples.rows)
}

/**
 * A row's version. Rows of an ascending write cannot shadow each other and share one; otherwise each row's
 * is one higher.
 */
export function versionOf({ samples, version }: Write, row: number): bigint {
  return samples.ascending ? version : version + BigInt(row)
}
