import { ClickHouseError } from '@clickhouse/client'
import { queryLimits } from '@sluice/contract'
import { Problem } from '@sluice/runtime'

/**
 * A statement that would read more rows than it may, or gather more in memory. Usually nothing was read: the store decides by
 * its index.
 */
export class TooManyRows extends Problem {
  /** The share of the statement's rows that it may read, 0 to 1. */
  readonly share: number
  /** The most rows that it may read; NaN if unknown. */
  readonly most: number

  constructor(
    share: number,
    cause: unknown,
    { detail = TOO_MANY_SAMPLES, most = Number.NaN } = {},
  ) {
    super('invalid-request', { detail, cause })
    this.share = share
    this.most = most
  }
}

/** The same for an answer that would be too large in bytes: by long texts, or many different aggregates of many series. */
export class TooManyBytes extends TooManyRows {
  constructor(cause: unknown) {
    const detail = 'The answer would be too large. Use fewer things or fewer metrics.'
    super(SHARE_OF_BYTES, cause, { detail })
  }
}

const ROWS = queryLimits.rows.toLocaleString('en')
const TOO_MANY_SAMPLES = `The query would read more than ${ROWS} samples. Use a shorter range, fewer things or fewer metrics.`
/** ClickHouse's error codes: of rows to read, of a set that a subquery makes, and of an answer. */
const [TOO_MANY_ROWS, TOO_LARGE_SET] = ['158', '191']
export const TOO_LARGE_ANSWER = '396'
const scales = { '': 1, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 } as const
/** Assumed if the number of rows is unknown. */
const SOME_SHARE = 0.1
/** The same of bytes. Nobody knows how many more there are, and those that fit were sent for nothing. */
const SHARE_OF_BYTES = 0.25

export function isTooManyRows(cause: unknown): cause is ClickHouseError {
  if (!(cause instanceof ClickHouseError)) return false
  return [TOO_MANY_ROWS, TOO_LARGE_SET, TOO_LARGE_ANSWER].includes(cause.code)
}

/** Whether the store can estimate how many rows would be read. It cannot know how large a set would be. */
export function canEstimate({ code }: ClickHouseError): boolean {
  return code === TOO_MANY_ROWS
}

/** @param estimate rows that the store expects to read; for a table with several shards, it may know only its own */
export function tooManyRows(cause: ClickHouseError, estimate = 0): TooManyRows {
  if (cause.code === TOO_LARGE_ANSWER) return new TooManyBytes(cause)
  // The store stops at the part that exceeds the limit, so the message counts only the parts up to there.
  const rows = Math.max(figure(cause.message, 'current'), estimate)
  const most = figure(cause.message, 'max')
  const share = most / rows
  return new TooManyRows(share > 0 && share < 1 ? share : SOME_SHARE, cause, { most })
}

/** In ClickHouse's format: `current rows: 2.59 million`. */
function figure(message: string, name: 'max' | 'current'): number {
  const found = new RegExp(`${name} rows: ([\\d.]+)(?: (thousand|million|billion|trillion))?`)
  const [, digits, scale = ''] = found.exec(message) ?? []
  return Number(digits) * scales[scale as keyof typeof scales]
}
