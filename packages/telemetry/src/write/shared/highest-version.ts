import { LATE_AFTER } from '../../rollups/rules.ts'
import { VERSION_OF_LATEST } from '../../schema.ts'
import type { Statements } from '../../statements.ts'
import { TooManyRows } from '../../too-many-rows.ts'
import { LEASE_MS } from './shared-log.ts'

type Asked = Pick<Statements, 'queryWhole'>

/** Most rows of a statement, so that it ends in time on one thread and a slow disk. */
const BATCH = 200_000_000

/** The version in nanoseconds from which on all samples of a rollup's hours are late, and mark its day. */
const LATE = `toUInt64(greatest(0, day * 86400 + until * 3600 + ${LATE_AFTER / 1e6})) * 1000000000`

/** By table. */
const VERSIONS = {
  samples: 'version',
  latest: VERSION_OF_LATEST,
  rollups: LATE,
}

/** The columns that all three tables are sorted by, most significant first. */
const KEY = ['organization', 'thing', 'metric'] as const

const LAST = 2 ** 32 - 1

/** Rows of a table: those with numbers from the first to the last, by column; a column that is missing may have any. */
interface Piece {
  readonly table: keyof typeof VERSIONS
  readonly bounds: { readonly [Column in (typeof KEY)[number]]?: readonly [number, number] }
}

/**
 * Finds a version above which new ones may begin: the highest in the tables, including those that rollups consider
 * settled. 0 if they are empty. Reads a column of all samples, so it is for rare use.
 *
 * It reads piece by piece. A piece with more rows than a statement may read is refused by its index, and halved. If a
 * statement fails, the next call continues there, but for one after a lease: until then nothing is written before an
 * answer is used, but a node that was cut off for longer counts as gone, and a single writer may have written.
 *
 * @param steady a monotonic clock in milliseconds
 */
export function searchHighestVersion(
  asked: Asked,
  batchSize = BATCH,
  steady: () => number = () => performance.now(),
): () => Promise<bigint> {
  let left: Piece[] = []
  let highest = 0n
  /** When the last statement ended. */
  let lastAt = Number.NEGATIVE_INFINITY

  async function readNext(): Promise<void> {
    const piece = left.at(-1) as Piece
    const halves = halvesOf(piece)
    try {
      // A single series is read whole.
      const found = await highestIn(asked, piece, halves ? batchSize : 0)
      if (found > highest) highest = found
      left.pop()
    } catch (cause) {
      if (!halves || !(cause instanceof TooManyRows)) throw cause
      left.splice(-1, 1, ...halves)
    } finally {
      lastAt = steady()
    }
  }

  return async () => {
    if (left.length === 0 || steady() - lastAt > LEASE_MS) {
      highest = 0n
      left = (['samples', 'latest', 'rollups'] as const).map((table) => ({ table, bounds: {} }))
    }
    while (left.length > 0) await readNext()
    return highest
  }
}

/** The same rows in two parts, by the first column that has more than one number; undefined for a single series. */
function halvesOf({ table, bounds }: Piece): Piece[] | undefined {
  for (const column of KEY) {
    const [first, last] = bounds[column] ?? [0, LAST]
    if (first === last) continue
    const middle = Math.floor((first + last) / 2)
    const part = (first: number, last: number) => ({ ...bounds, [column]: [first, last] })
    return [
      { table, bounds: part(first, middle) },
      { table, bounds: part(middle + 1, last) },
    ]
  }
  return undefined
}

async function highestIn(
  { queryWhole }: Asked,
  { table, bounds }: Piece,
  rows: number,
): Promise<bigint> {
  const params: Record<string, number> = {}
  const conditions = Object.entries(bounds).map(([column, [first, last]]) => {
    params[`${column}First`] = first
    params[`${column}Last`] = last
    return `${column} BETWEEN {${column}First:UInt32} AND {${column}Last:UInt32}`
  })
  const sql = `SELECT toString(max(${VERSIONS[table]})) FROM ${table} WHERE ${conditions.join(' AND ') || 'true'}`
  const [[highest] = []] = await queryWhole(sql, params, { max_rows_to_read: String(rows) })
  return BigInt(String(highest ?? 0))
}
