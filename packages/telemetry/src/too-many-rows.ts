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
/** Assumed where the message tells no figures that can be read. */
const SOME_SHARE = 0.1

/** What a failure of the store's tells of a statement that would read too much; undefined for any other. */
export function asTooManyRows(cause: unknown): TooManyRows | undefined {
  if (!(cause instanceof ClickHouseError) || cause.code !== TOO_MANY_ROWS) return undefined
  const share = figure(cause.message, 'max') / figure(cause.message, 'current')
  return new TooManyRows(share > 0 && share < 1 ? share : SOME_SHARE, cause)
}

/** As ClickHouse writes it: `current rows: 2.59 million`. */
function figure(message: string, name: 'max' | 'current'): number {
  const found = new RegExp(`${name} rows: ([\\d.]+)(?: (thousand|million|billion|trillion))?`)
  const [, digits, scale = ''] = found.exec(message) ?? []
  return Number(digits) * scales[scale as keyof typeof scales]
}
