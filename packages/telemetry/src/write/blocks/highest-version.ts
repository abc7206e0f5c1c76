import { LATE_AFTER } from '../../rollups/rules.ts'
import type { Statements } from '../../statements.ts'

/** The version in nanoseconds from which on all samples of a rollup's hours are late, and mark its day. */
const LATE = `toUInt64(greatest(0, day * 86400 + until * 3600 + ${LATE_AFTER / 1e6})) * 1000000000`

/** The low half of a rank is the version. */
const HIGHEST = `
  SELECT toString(greatest(
    (SELECT max(version) FROM samples),
    (SELECT max(toUInt64(bitAnd(rank, toUInt128(18446744073709551615)))) FROM latest),
    (SELECT max(${LATE}) FROM rollups)))`

/**
 * A version above which new ones may begin: the highest in the tables, including those that rollups consider settled. 0
 * if they are empty. Reads a column of all samples, so it is for rare use.
 */
export async function highestVersion({
  queryWhole,
}: Pick<Statements, 'queryWhole'>): Promise<bigint> {
  const [[highest] = []] = await queryWhole(HIGHEST)
  return BigInt(String(highest ?? 0))
}
