import { type BudgetTier, type Limit, type Operation, operations } from '@sluice/contract'
import { inSlices, mapInSlices, notFound } from '@sluice/runtime'
import type { Operator } from '../operator.ts'
import { type Second, spend } from './spend.ts'

const DAYS = 7

/**
 * Calls that were admitted, or refused by the organization's limit or by a key's share, which is a percentage of that.
 * Calls that failed otherwise took no unit in the end, nor would those that a key's failure bucket refused.
 */
const bySecond = `
  SELECT toUnixTimestamp(time) AS second, sum(calls), sumIf(calls, problem = 'rate-limited')
  FROM requests
  WHERE organization = {organization:UInt32} AND time >= toDateTime({from:UInt32}, 'UTC')
    AND (tier IN ({tier:String}, concat({tier:String}, '-share'))
      OR tier IN ('standard', 'standard-share') AND operation IN {operations:Array(String)})
    AND problem IN ('', 'rate-limited')
  GROUP BY second ORDER BY second`

/** Operations that would draw on dedicated ingestion, if the organization had none yet. */
const ingesting = Object.entries<Operation>(operations).flatMap(([name, row]) =>
  row.ingests ? [name] : [],
)

type Row = [second: number, calls: number, limited: number]

/** Each second of a busy week is a row. */
const ROWS_PER_YIELD = 4_096

function secondOf([second, calls]: Row): Second {
  return { second, calls }
}

/** How the last days' calls would have fared with other limits. */
export interface WhatIf {
  readonly days: number
  /** Calls that wanted a unit. */
  readonly calls: number
  /** How many were refused. */
  readonly refused: number
  /** How many would have been refused. */
  readonly wouldBeRefused: number
}

/**
 * Replays the last 7 days of a tier's calls, second by second, against an initially full bucket. Retries of refused
 * calls count again, so the result is rather too high. Shares of keys do not limit the replay. Throws `not-found`.
 */
export async function whatIfLimit(
  { core, now }: Operator,
  organizationId: string,
  { tier, ...limit }: { readonly tier: BudgetTier } & Limit,
): Promise<WhatIf> {
  const row = await core.db.organization.findUnique({
    where: { id: organizationId },
    select: { number: true },
  })
  if (!row) throw notFound('organization', organizationId)
  const rows = (await core.usage.query(bySecond, {
    organization: row.number,
    from: Math.floor(now.getTime() / 1000) - DAYS * 86_400,
    tier,
    operations: tier === 'ingest' ? ingesting : [],
  })) as Row[]
  const demand = await mapInSlices(rows, secondOf, ROWS_PER_YIELD)
  return {
    days: DAYS,
    calls: demand.reduce((sum, { calls }) => sum + calls, 0),
    refused: rows.reduce((sum, [, , limited]) => sum + limited, 0),
    wouldBeRefused: await inSlices(spend(demand, limit)),
  }
}
