import type { LatestByThing } from '@sluice/telemetry'
import type { Core } from '../context.ts'

/** A metric's latest sample, by its own time. */
export interface LatestValue {
  readonly value: number
  /** ISO 8601. */
  readonly timestamp: string
}

/** The latest numbers of some metrics of an organization's things, by thing and metric key. */
export async function latestValues(
  { db, telemetry }: Pick<Core, 'db' | 'telemetry'>,
  organizationId: string,
  things: readonly { readonly id: string; readonly number: number }[],
  metrics: readonly string[],
): Promise<Map<string, Map<string, LatestValue>>> {
  const { number: organization } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { number: true },
  })
  const keys = await db.metricKey.findMany({
    where: { organizationId, key: { in: [...metrics] } },
  })
  const keyOf = new Map(keys.map(({ number, key }) => [number, key]))
  const latest: LatestByThing =
    keyOf.size === 0
      ? new Map()
      : await telemetry.latest(
          organization,
          things.map(({ number }) => number),
        )
  return new Map(things.map(({ id, number }) => [id, byKey(latest.get(number), keyOf)]))
}

/** The requested metrics that are numbers. */
function byKey(rows: ReturnType<LatestByThing['get']>, keyOf: ReadonlyMap<number, string>) {
  const values = new Map<string, LatestValue>()
  for (const [metric, { time, number }] of rows ?? []) {
    const key = keyOf.get(metric)
    if (key === undefined || number === null) continue
    values.set(key, { value: number, timestamp: new Date(Math.floor(time / 1000)).toISOString() })
  }
  return values
}
