import { ClickHouseError } from '@clickhouse/client'
import { queryLimits } from '@sluice/contract'
import { Problem } from '@sluice/runtime'

/** A statement that would read more rows than one may. Nothing was read: the store knows by its index. */
export class TooManyRows extends Problem {
  /** What part of the statement's rows would have been as many as it may read, 0 to 1. */
  readonly share: number

  constructor(share: number, cause: unknown) {
    const detail = `The query would read more than ${ROWS} samples. Use a shorter range, fewer things or fewer metrics.`
    super('invalid-request', { detail, cause })
    this.share = share
  }
}

const ROWS = queryLimits.rows.toLocaleString('en')
/** ClickHouse's number of the error. */
const TOO_MANY_ROWS = '158'
const scales = { '': 1, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 } as const
/** Assumed where nobody can tell how many rows it would have been. */
const SOME_SHARE = 0.1

export function isTooManyRows(cause: unknown): cause is ClickHouseError {
  return cause instanceof ClickHouseError && cause.code === TOO_MANY_ROWS
}

/**
 * @param estimate rows that the store thinks the statement reads; of a table on several shards it may know its own only
 */
export function tooManyRows(cause: ClickHouseError, estimate = 0): TooManyRows {
  // The store stops at the part that was too much, so the message counts only those it had looked at.
  const rows = Math.max(figure(cause.message, 'current'), estimate)
  const share = figure(cause.message, 'max') / rows
  return new TooManyRows(share > 0 && share < 1 ? share : SOME_SHARE, cause)
}

/** As ClickHouse writes it: `current rows: 2.59 million`. */
function figure(message: string, name: 'max' | 'current'): number {
  const found = new RegExp(`${name} rows: ([\\d.]+)(?: (thousand|million|billion|trillion))?`)
  const [, digits, scale = ''] = found.exec(message) ?? []
  return Number(digits) * scales[scale as keyof typeof scales]
}
