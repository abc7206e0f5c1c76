import type { Threshold } from '@sluice/contract'
import { inSlices, mapInSlices } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { type EventDraft, publish, type Setter, withSetters } from '../events/index.ts'
import { filterMatches, thingPath, thingPaths } from '../scopes/index.ts'
import { placeOf, presentThing, type ThingRow, withFleets } from '../things/index.ts'
import { type LatestValue, latestValues } from './latest-values.ts'
import { PATIENCE } from './patience.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** The result of comparing a metric of a thing with an integration's threshold. */
interface Verdict {
  /** The integration's lane. */
  readonly integrationId: string
  readonly threshold: Threshold
  readonly row: ThingRow
  readonly latest: LatestValue
}

/**
 * Compares the latest values of things with the thresholds of their organization's integrations, and emits events for
 * thresholds crossed since the last time, in either direction, in batches.
 */
export async function* judgeThresholds(
  { db, telemetry, clock }: Stores,
  organizationId: string,
  thingIds: readonly string[],
): AsyncGenerator<void, void> {
  const asking = await db.integration.findMany({
    where: {
      ...{ organizationId, enabled: true, droppingSince: null },
      eventTypes: { hasSome: ['metric.breached', 'metric.cleared'] },
    },
  })
  const now = clock()
  // If a crossing was recorded while nothing could be sent, it would never be reported.
  const integrations = (await withSetters(db, organizationId, asking)).filter(
    ({ setter }) => setter.endBy(now) === undefined,
  )
  const rows = await db.thing.findMany({
    where: { organizationId, id: { in: [...thingIds] } },
    include: withFleets,
  })
  const rules = integrations.flatMap((one) =>
    (one.thresholds as Threshold[]).map((threshold) => ({ ...one, threshold })),
  )
  const metrics = [...new Set(rules.map(({ threshold }) => threshold.metric))]
  const values = await latestValues({ db, telemetry }, organizationId, rows, metrics)
  const judge: Judge = {
    ...{ db, organizationId, now },
    eventTypes: new Map(integrations.map((one) => [one.lane, one.eventTypes])),
  }
  const all = verdictsOf(rows, rules, values)
  for (;;) {
    const batch = await inSlices(batchOf(all))
    if (batch.length > 0) await tellCrossings(judge, batch)
    if (batch.length < BATCH) return
    yield
  }
}

/** Verdicts per transaction: a thing may have 50 thresholds in each of 50 integrations. */
const BATCH = 500

interface Rule {
  readonly lane: string
  readonly resourceFilter: string
  readonly threshold: Threshold
  readonly setter: Setter
}

function matchSome(filters: readonly string[], paths: readonly string[]): boolean {
  return paths.some((path) => filters.some((filter) => filterMatches(filter, path)))
}

/** Yields undefined as a pause. */
function* verdictsOf(
  rows: readonly ThingRow[],
  rules: readonly Rule[],
  values: ReadonlyMap<string, ReadonlyMap<string, LatestValue>>,
): Generator<Verdict | undefined, void> {
  for (const row of rows) {
    const paths = thingPaths(placeOf(row))
    for (const { lane: integrationId, resourceFilter, threshold, setter } of rules) {
      yield
      const latest = values.get(row.id)?.get(threshold.metric)
      if (!latest || !matchSome([resourceFilter], paths)) continue
      if (!matchSome(setter.reach.filters, paths)) continue
      yield { integrationId, threshold, row, latest }
    }
  }
}

function* batchOf(verdicts: Iterator<Verdict | undefined, void>): Generator<void, Verdict[]> {
  const batch: Verdict[] = []
  while (batch.length < BATCH) {
    const { done, value } = verdicts.next()
    if (done) break
    if (value) batch.push(value)
    else yield
  }
  return batch
}

interface Judge {
  readonly db: Core['db']
  readonly organizationId: string
  readonly now: Date
  /** The event types that each integration subscribes to. */
  readonly eventTypes: ReadonlyMap<string, readonly string[]>
}

async function tellCrossings(
  { db, organizationId, now, eventTypes }: Judge,
  verdicts: readonly Verdict[],
): Promise<void> {
  await db.$transaction(async (transaction) => {
    const crossings = await noteCrossings(transaction, organizationId, verdicts, now)
    const wanted = crossings.filter(({ verdict, type }) =>
      eventTypes.get(verdict.integrationId)?.includes(type),
    )
    const drafts = await mapInSlices(wanted, ({ verdict, type }) => eventOf(verdict, type, now))
    await publish(transaction, drafts)
  }, PATIENCE)
}

interface Crossing {
  readonly verdict: Verdict
  readonly type: 'metric.breached' | 'metric.cleared'
}

/**
 * Records which thresholds were crossed since the last time, in three statements. Returns those that this process
 * recorded: if several check the same values, only one reports each crossing.
 */
async function noteCrossings(
  db: Transaction,
  organizationId: string,
  verdicts: readonly Verdict[],
  since: Date,
): Promise<Crossing[]> {
  const known = await breachesOf(db, organizationId, verdicts)
  const breached = new Set(known.map(nameOf))
  const crossed = verdicts
    .map((verdict) => ({ verdict, key: keyOf(verdict), is: isBreached(verdict) }))
    .filter(({ key, is }) => is !== breached.has(nameOf(key)))
    // In one order, to avoid deadlocks between processes.
    .sort((a, b) => (nameOf(a.key) < nameOf(b.key) ? -1 : 1))
  const begun = crossed.filter(({ is }) => is).map(({ key }) => key)
  const over = crossed.filter(({ is }) => !is).map(({ key }) => key)
  const created = await createBreaches(db, organizationId, begun, since)
  const deleted = await deleteBreaches(db, organizationId, over)
  const noted = new Set([...created, ...deleted].map(nameOf))
  return crossed
    .filter(({ key }) => noted.has(nameOf(key)))
    .map(({ verdict, is }) => ({ verdict, type: is ? 'metric.breached' : 'metric.cleared' }))
}

type BreachKey = Omit<ReturnType<typeof keyOf>, 'organizationId'>

function keyOf({ integrationId, row, threshold }: Verdict) {
  const { organizationId, id: thingId } = row
  return { organizationId, integrationId, thingId, metric: threshold.metric }
}

function nameOf({ integrationId, thingId, metric }: BreachKey): string {
  return `${integrationId}/${thingId}/${metric}`
}

/**
 * The recorded breaches of the things. Plain SQL: for thousands of rows, Prisma's own statements block the event loop
 * for milliseconds.
 */
async function breachesOf(
  db: Transaction,
  organizationId: string,
  verdicts: readonly Verdict[],
): Promise<BreachKey[]> {
  const ids = [...new Set(verdicts.map(({ row }) => row.id))]
  return db.$queryRaw<BreachKey[]>`
    SELECT "integrationId", "thingId", metric FROM threshold_breaches
    WHERE "organizationId" = ${organizationId} AND "thingId" = ANY(${ids})`
}

/** Inserts those that do not exist, and returns them. */
async function createBreaches(
  db: Transaction,
  organizationId: string,
  keys: readonly BreachKey[],
  since: Date,
): Promise<BreachKey[]> {
  if (keys.length === 0) return []
  return db.$queryRaw<BreachKey[]>`
    INSERT INTO threshold_breaches ("organizationId", "integrationId", "thingId", metric, since)
    SELECT ${organizationId}, begun.*, ${since}::timestamptz FROM unnest(
      ${keys.map(({ integrationId }) => integrationId)}::text[],
      ${keys.map(({ thingId }) => thingId)}::text[], ${keys.map(({ metric }) => metric)}::text[]
    ) AS begun
    ON CONFLICT DO NOTHING RETURNING "integrationId", "thingId", metric`
}

/** Deletes those that exist, and returns them. */
async function deleteBreaches(
  db: Transaction,
  organizationId: string,
  keys: readonly BreachKey[],
): Promise<BreachKey[]> {
  if (keys.length === 0) return []
  return db.$queryRaw<BreachKey[]>`
    DELETE FROM threshold_breaches AS breach USING unnest(
      ${keys.map(({ integrationId }) => integrationId)}::text[],
      ${keys.map(({ thingId }) => thingId)}::text[], ${keys.map(({ metric }) => metric)}::text[]
    ) AS over ("integrationId", "thingId", metric)
    WHERE breach."organizationId" = ${organizationId}
      AND breach."integrationId" = over."integrationId" AND breach."thingId" = over."thingId"
      AND breach.metric = over.metric
    RETURNING breach."integrationId", breach."thingId", breach.metric`
}

function isBreached({ threshold: { above, below }, latest: { value } }: Verdict): boolean {
  return (above !== null && value > above) || (below !== null && value < below)
}

function eventOf(
  { integrationId, threshold, row, latest }: Verdict,
  type: Crossing['type'],
  occurredAt: Date,
): EventDraft {
  const paths = thingPaths(placeOf(row))
  const resource = thingPath(row)
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
