import { inSlices, joinBytes } from '@sluice/runtime'
import type { LoggedRecord } from '@sluice/telemetry'

/** A piece of a record as returned by Postgres; all null if there is none. */
export interface RecordRow {
  readonly position: string | null
  readonly end: string | null
  /** In base64. */
  readonly record: string | null
}

/**
 * Calls `make` with each record, whose pieces come in order, and its last row. Yields to other calls in between: a
 * batch has tens of megabytes.
 */
export function recordsOf<Row extends RecordRow, Made>(
  rows: readonly Row[],
  make: (record: LoggedRecord, row: Row) => Made,
): Promise<Made[]> {
  return inSlices(joining(rows, make))
}

function* joining<Row extends RecordRow, Made>(
  rows: readonly Row[],
  make: (record: LoggedRecord, row: Row) => Made,
): Generator<void, Made[]> {
  const made: Made[] = []
  let pieces: Buffer[] = []
  for (const [i, row] of rows.entries()) {
    const { position, end, record } = row
    if (position === null || end === null || record === null) continue
    pieces.push(Buffer.from(record, 'base64'))
    yield
    if (rows[i + 1]?.position === position) continue
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : yield* joinBytes(pieces)
    made.push(make({ position: BigInt(position), end: BigInt(end), bytes }, row))
    pieces = []
  }
  return made
}
