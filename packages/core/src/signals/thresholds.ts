import type { Threshold } from '@sluice/contract'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { type EventDraft, publish } from '../events/index.ts'
import { filterMatches, thingPaths } from '../scopes/index.ts'
import { placeOf, presentThing, type ThingRow, withFleets } from '../things/index.ts'
import { type LatestValue, latestValues } from './latest-values.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** A metric of a thing against a threshold of an integration. */
interface Verdict {
  readonly integrationId: string
  readonly threshold: Threshold
  readonly row: ThingRow
  readonly latest: LatestValue
}

/**
 * Holds the latest values of things against the thresholds of their organization's integrations, and tells of
 * those that were crossed since the last time, either way.
 */
export async function judgeThresholds(
  { db, telemetry, clock }: Stores,
  organizationId: string,
  thingIds: readonly string[],
): Promise<void> {
  const integrations = await db.integration.findMany({
    where: {
      ...{ organizationId, enabled: true },
      eventTypes: { hasSome: ['metric.breached', 'metric.cleared'] },
    },
  })
  const rows = await db.thing.findMany({
    where: { organizationId, id: { in: [...thingIds] } },
    include: withFleets,
  })
  const rules = integrations.flatMap((one) =>
    (one.thresholds as Threshold[]).map((threshold) => ({ ...one, threshold })),
  )
  const metrics = [...new Set(rules.map(({ threshold }) => threshold.metric))]
  const values = await latestValues({ db, telemetry }, organizationId, rows, metrics)
  const verdicts = rows.flatMap((row) =>
    rules.flatMap(({ id: integrationId, resourceFilter, threshold }): Verdict[] => {
      const latest = values.get(row.id)?.get(threshold.metric)
      const reached = thingPaths(placeOf(row)).some((path) => filterMatches(resourceFilter, path))
      return latest && reached ? [{ integrationId, threshold, row, latest }] : []
    }),
  )
  if (verdicts.length === 0) return
  const eventTypes = new Map(integrations.map((one) => [one.id, one.eventTypes]))
  await db.$transaction(async (transaction) => {
    const drafts: EventDraft[] = []
    const known = await knownBreaches(transaction, organizationId, rows)
    for (const verdict of verdicts) {
      const crossing = await cross(transaction, known, verdict, clock())
      if (!crossing || !eventTypes.get(verdict.integrationId)?.includes(crossing)) continue
      drafts.push(eventOf(verdict, crossing, clock()))
    }
    await publish(transaction, drafts)
  })
}

function keyOf({ integrationId, row, threshold }: Verdict) {
  const { organizationId, id: thingId } = row
  return { organizationId, integrationId, thingId, metric: threshold.metric }
}

async function knownBreaches(
  db: Transaction,
  organizationId: string,
  rows: readonly ThingRow[],
): Promise<Set<string>> {
  const breaches = await db.thresholdBreach.findMany({
    where: { organizationId, thingId: { in: rows.map(({ id }) => id) } },
  })
  return new Set(breaches.map((one) => `${one.integrationId}/${one.thingId}/${one.metric}`))
}

/** Notes a crossing; undefined where there is none, or another process noted it first. */
async function cross(
  db: Transaction,
  known: ReadonlySet<string>,
  verdict: Verdict,
  since: Date,
): Promise<'metric.breached' | 'metric.cleared' | undefined> {
  const key = keyOf(verdict)
  const was = known.has(`${key.integrationId}/${key.thingId}/${key.metric}`)
  const is = isBreached(verdict.threshold, verdict.latest.value)
  if (was === is) return undefined
  if (is) {
    const data = [{ ...key, since }]
    const { count } = await db.thresholdBreach.createMany({ data, skipDuplicates: true })
    return count === 1 ? 'metric.breached' : undefined
  }
  const { count } = await db.thresholdBreach.deleteMany({ where: key })
  return count === 1 ? 'metric.cleared' : undefined
}

function isBreached({ above, below }: Threshold, value: number): boolean {
  return (above !== null && value > above) || (below !== null && value < below)
}

function eventOf(
  { integrationId, threshold, row, latest }: Verdict,
  type: 'metric.breached' | 'metric.cleared',
  occurredAt: Date,
): EventDraft {
  const paths = thingPaths(placeOf(row))
  const [resource = row.id] = paths
  const { metric, above, below } = threshold
  const data = {
    resource,
    metric,
    ...latest,
    threshold: { above, below },
    thing: presentThing(row),
  }
  const { organizationId } = row
  return { organizationId, type, resource, paths, occurredAt, data, only: integrationId }
}
