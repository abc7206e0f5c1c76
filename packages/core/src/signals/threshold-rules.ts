import type { Threshold } from '@sluice/contract'
import type { Database, Transaction } from '../database/client.ts'
import { type Setter, withSetters } from '../events/index.ts'
import { filterMatches, thingPaths } from '../scopes/index.ts'
import { placeOf, type ThingRow } from '../things/index.ts'
import { type BreachKey, nameOf } from './breaches.ts'
import type { LatestValue, LatestValues } from './latest-values.ts'

/** A threshold of an integration that events can be sent to. */
export interface Rule {
  readonly lane: string
  readonly eventTypes: readonly string[]
  readonly resourceFilter: string
  readonly threshold: Threshold
  readonly setter: Setter
}

/** The result of comparing a metric of a thing with an integration's threshold. */
export interface Verdict {
  readonly key: BreachKey
  readonly rule: Rule
  readonly row: ThingRow
  readonly latest: LatestValue
  readonly isBreached: boolean
}

/**
 * The thresholds of an organization's integrations, or of some of them. If a crossing was recorded while nothing could
 * be sent, it would never be reported: those to which nothing is sent now are left out.
 */
export async function rulesOf(
  db: Database | Transaction,
  organizationId: string,
  now: Date,
  lanes?: readonly string[],
): Promise<Rule[]> {
  const asking = await db.integration.findMany({
    where: {
      ...{ organizationId, enabled: true, droppingSince: null },
      eventTypes: { hasSome: ['metric.breached', 'metric.cleared'] },
      ...(lanes && { lane: { in: [...lanes] } }),
    },
  })
  const integrations = await withSetters(db, organizationId, asking)
  return integrations
    .filter(({ setter }) => setter.endBy(now) === undefined)
    .flatMap((one) => (one.thresholds as Threshold[]).map((threshold) => ({ ...one, threshold })))
}

/** Until the transaction ends, nobody changes the thresholds of these integrations. In one order, to avoid deadlocks. */
export async function lockRules(
  db: Transaction,
  organizationId: string,
  lanes: readonly string[],
): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS locked FROM integrations
    WHERE "organizationId" = ${organizationId} AND lane = ANY(${[...lanes]})
    ORDER BY lane FOR SHARE`
}

/**
 * Verdicts that differ from what is recorded, about metrics that have a value. Without a value there is nothing to tell,
 * so a breach stands until the next one. Yields undefined for each comparison that finds nothing.
 */
export function* crossingsOf(
  rows: readonly ThingRow[],
  rules: readonly Rule[],
  values: LatestValues,
  recorded: ReadonlySet<string>,
): Generator<Verdict | undefined, void> {
  for (const row of rows) {
    const paths = thingPaths(placeOf(row))
    const valuesOfThing = values.get(row.id)
    for (const rule of rules) {
      const { lane: integrationId, resourceFilter, threshold, setter } = rule
      const { metric } = threshold
      const latest = valuesOfThing?.get(metric)
      if (latest && matchSome([resourceFilter], paths) && matchSome(setter.reach.filters, paths)) {
        const key = { integrationId, thingId: row.id, metric }
        const isBreached = isBeyond(latest.value, threshold)
        if (isBreached !== recorded.has(nameOf(key))) {
          yield { key, rule, row, latest, isBreached }
          continue
        }
      }
      yield
    }
  }
}

function matchSome(filters: readonly string[], paths: readonly string[]): boolean {
  return paths.some((path) => filters.some((filter) => filterMatches(filter, path)))
}

function isBeyond(value: number, { above, below }: Threshold): boolean {
  return (above !== null && value > above) || (below !== null && value < below)
}
