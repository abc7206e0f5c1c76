import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { invalidRequest } from '../problem.ts'
import { Faults } from './intake/faults.ts'
import { isoOf } from './intake/timestamp.ts'
import { type Metric, measuredThing } from './measured-thing.ts'
import { readMetrics } from './query/selection.ts'
import { sampleValue } from './query/stored-value.ts'

type Row = [metric: number, time: number, value: number | null, text: string]

/** A thing has few rows here, so they are deduplicated by sorting rather than by FINAL, and filtered after. */
const statement = `
  SELECT metric, toUnixTimestamp64Micro(time), number, text FROM latest
  WHERE organization = {organization:UInt32} AND thing = {thing:UInt32}
  ORDER BY metric, rank DESC LIMIT 1 BY metric`

/** The latest sample of each metric, by its own time. Metrics that have none are left out. */
export async function recent(
  ctx: Context,
  { params, query }: Input<'telemetry.recent'>,
): Promise<Output<'telemetry.recent'>> {
  const thing = await measuredThing(ctx, params.thingId)
  const faults = new Faults()
  const metrics = readMetrics(query.metrics, thing, faults, thing.metrics.length)
  if (faults.count > 0) throw invalidRequest(faults.list())
  const rows = (await ctx.telemetry.query(statement, { ...thing.numbers })) as Row[]
  const byNumber = new Map(rows.map((row) => [row[0], row]))
  const entries = metrics.flatMap((metric) => {
    const row = byNumber.get(metric.number)
    return row === undefined ? [] : [[metric.key, present(metric, row, ctx.now)] as const]
  })
  return { thingId: params.thingId, metrics: Object.fromEntries(entries) }
}

/** Silent for longer than twice the expected interval is stale. A sample from ahead of the clock has age 0. */
function present({ valueType, expectedIntervalSeconds }: Metric, row: Row, now: Date) {
  const [, time, value, text] = row
  const ageSeconds = Math.max(now.getTime() * 1000 - time, 0) / 1e6
  return {
    timestamp: isoOf(time),
    value: sampleValue(value, text, valueType),
    ageSeconds,
    stale: expectedIntervalSeconds === null ? null : ageSeconds > 2 * expectedIntervalSeconds,
  }
}
