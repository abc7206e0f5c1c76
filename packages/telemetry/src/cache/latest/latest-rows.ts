import type { Sample } from '../../write/blocks/latest-block.ts'
import { versionOf } from '../../write/blocks/write.ts'

/** A row of the table `latest`, as of a series. */
export interface LatestRow {
  /** Epoch microseconds. */
  readonly time: number
  /** Null where the sample is a string. */
  readonly number: number | null
  readonly text: string
  /** Digits where it was read, since JSON has no such numbers: most are never compared. */
  readonly version: bigint | string
}

/** The latest samples of a thing, by their metrics' numbers in the store. */
export type LatestRows = ReadonlyMap<number, LatestRow>

/** The same of several things, by their numbers in the store. */
export type LatestByThing = ReadonlyMap<number, LatestRows>

/**
 * Puts a row in where it wins over what there is, by the rule of the table: the later time, of one time the higher
 * version. Answers the characters by which the texts grew; undefined where the metric is new.
 */
export function offerRow(
  rows: Map<number, LatestRow>,
  metric: number,
  row: LatestRow,
): number | undefined {
  const known = rows.get(metric)
  if (known && !wins(row, known)) return 0
  rows.set(metric, row)
  return known && row.text.length - known.text.length
}

function wins(row: LatestRow, known: LatestRow): boolean {
  if (row.time !== known.time) return row.time > known.time
  return BigInt(row.version) > BigInt(known.version)
}

/** The row that the writer stores of a sample. */
export function rowOfSample({ write, row }: Sample): LatestRow {
  const { times, numbers } = write.samples
  const number = numbers[row] ?? Number.NaN
  return {
    time: (times[row * 2 + 1] ?? 0) * 4_294_967_296 + ((times[row * 2] ?? 0) >>> 0),
    number: Number.isNaN(number) ? null : number,
    text: write.samples.textAt(row) ?? '',
    version: versionOf(write, row),
  }
}
