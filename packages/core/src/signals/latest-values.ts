import type { Core } from '../context.ts'

/** A metric's latest sample, by its own time. */
export interface LatestValue {
  readonly value: number
  /** ISO 8601. */
  readonly timestamp: string
}

const statement = `
  SELECT thing, metric, toUnixTimestamp64Milli(time), number FROM latest FINAL
  WHERE organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}
    AND metric IN {metrics:Array(UInt32)}`

type Row = [thing: number, metric: number, time: number | string, value: number | null]

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
  const idOf = new Map(things.map(({ number, id }) => [number, id]))
  const values = new Map(things.map(({ id }) => [id, new Map<string, LatestValue>()]))
  if (keyOf.size === 0) return values
  const rows = (await telemetry.lookUp(statement, {
    ...{ organization, things: [...idOf.keys()], metrics: [...keyOf.keys()] },
  })) as Row[]
  for (const [thing, metric, time, value] of rows) {
    if (value === null) continue
    const timestamp = new Date(Number(time)).toISOString()
    values.get(idOf.get(thing) ?? '')?.set(keyOf.get(metric) ?? '', { value, timestamp })
  }
  return values
}
