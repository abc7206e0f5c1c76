import type { Operator } from '../operator.ts'

const DAYS = 7
const QUARTER = 900

const statement = `
  SELECT organization, sum(calls), sumIf(calls, problem = 'rate-limited')
  FROM requests
  WHERE organization IN {organizations:Array(UInt32)}
    AND toStartOfFifteenMinutes(time) >= toDateTime({from:UInt32}, 'UTC')
  GROUP BY organization`

/** Calls of an organization's keys in the last 7 days, and how many were refused by rate limits. */
export interface Calls {
  readonly calls: number
  readonly limited: number
}

/** The calls of several organizations by number; those without calls are missing. */
export async function callsOf(
  { core, now }: Operator,
  organizations: readonly number[],
): Promise<Map<number, Calls>> {
  const since = now.getTime() / 1000 - DAYS * 86_400
  const from = Math.floor(since / QUARTER) * QUARTER
  const rows = await core.usage.query(statement, { organizations, from })
  return new Map(
    (rows as [number, number, number][]).map(([number, calls, limited]) => [
      number,
      { calls, limited },
    ]),
  )
}
