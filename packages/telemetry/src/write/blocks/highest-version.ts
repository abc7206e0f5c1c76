import type { Statements } from '../../statements.ts'

/** The lower half of a rank is the version. */
const HIGHEST = `
  SELECT toString(greatest(
    (SELECT max(version) FROM samples),
    (SELECT max(toUInt64(bitAnd(rank, toUInt128(18446744073709551615)))) FROM latest)))`

/** The highest version of the tables, 0 where they are empty. Reads a column of all samples, so it is for rare occasions. */
export async function highestVersion({
  queryWhole,
}: Pick<Statements, 'queryWhole'>): Promise<bigint> {
  const [[highest] = []] = await queryWhole(HIGHEST)
  return BigInt(String(highest ?? 0))
}
