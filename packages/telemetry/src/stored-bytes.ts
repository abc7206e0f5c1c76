import { SAMPLE_BYTES } from '@sluice/contract'
import type { Statements } from './statements.ts'

/** Of what was written twice both count until the engine has merged them. */
const STORED = `
  SELECT organization, count() * ${SAMPLE_BYTES} + sum(length(text)) FROM samples
  WHERE organization IN {organizations:Array(UInt32)} GROUP BY organization`

/** Bytes of the samples of some organizations that are in the tables. It reads a column of all of them, on one thread. */
export async function storedBytes(
  { queryWhole }: Pick<Statements, 'queryWhole'>,
  organizations: readonly number[],
): Promise<Map<number, number>> {
  const rows = await queryWhole(STORED, { organizations }, { max_threads: 1 })
  return new Map(rows.map(([organization, bytes]) => [Number(organization), Number(bytes)]))
}
