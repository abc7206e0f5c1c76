/**
 * Reports thresholds crossed since the last time, in either direction, although several nodes judge the same things:
 *
 * 1. Look, without locks: which thresholds differ from what is recorded? Nearly always none.
 * 2. For these, in a transaction: lock the things against other judges, read values and thresholds anew, record what
 *    still differs and write its events. So an event tells a value that was the latest while no other event about the
 *    thing could be recorded, and events of a threshold alternate.
 * 3. Judge these things again. A node that looked in between saw what was recorded before, and may have found nothing.
 *    Things locked by another judge are judged again as well.
 *
 * So once a thing's data stands still, what is recorded agrees with it: the last change was followed by a look, and
 * whatever came after that look was looked at by its own node.
 */
import { inSlices, mapInSlices } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { type EventDraft, publish } from '../events/index.ts'
import { thingPath, thingPaths } from '../scopes/index.ts'
import { placeOf, presentThing, thingsAmong } from '../things/index.ts'
import {
  type BreachKey,
  breachesOf,
  createBreaches,
  deleteBreaches,
  lockThings,
  nameOf,
} from './breaches.ts'
import { latestValues } from './latest-values.ts'
import { PATIENCE } from './patience.ts'
import { crossingsOf, lockRules, rulesOf, type Verdict } from './threshold-rules.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** Crossings per transaction, and comparisons per turn: a thing may have 50 thresholds in each of 50 integrations. */
const [BATCH, COMPARISONS] = [500, 20_000]

/** Things that have to be judged again. */
export interface Unsettled {
  /** Now, since events about them were recorded. */
  readonly told: readonly string[]
  /** Soon, since another process is recording events about them. */
  readonly locked: readonly string[]
}

/**
 * Compares the latest values of things with the thresholds of their organization's integrations, and emits events for
 * thresholds crossed since the last time, in batches. After each batch it says which things are unsettled.
 */
export async function* judgeThresholds(
  stores: Stores,
  organizationId: string,
  thingIds: readonly string[],
): AsyncGenerator<Unsettled, Unsettled> {
  const { db, clock } = stores
  const rules = await rulesOf(db, organizationId, clock())
  const rows = await thingsAmong(db, organizationId, thingIds)
  const metrics = [...new Set(rules.map(({ threshold }) => threshold.metric))]
  // What is recorded is read last: a change after it is followed by another look.
  const values = await latestValues(stores, organizationId, rows, metrics)
  const recorded = await breachesOf(db, organizationId, thingIds)
  const crossings = crossingsOf(rows, rules, values, recorded)
  for (;;) {
    const { batch, isLast } = await inSlices(batchOf(crossings))
    const keys = batch.map(({ key }) => key)
    const unsettled = await tellCrossings(stores, organizationId, keys)
    if (isLast) return unsettled
    yield unsettled
  }
}

function* batchOf(crossings: Iterator<Verdict | undefined, void>) {
  const batch: Verdict[] = []
  for (let compared = 0; batch.length < BATCH && compared < COMPARISONS; compared += 1) {
    const { done, value } = crossings.next()
    if (done) return { batch, isLast: true }
    if (value) batch.push(value)
    else yield
  }
  return { batch, isLast: false }
}

/** Records those of the crossings that are still to be recorded, with their events. */
async function tellCrossings(
  { db, telemetry, clock }: Stores,
  organizationId: string,
  keys: readonly BreachKey[],
): Promise<Unsettled> {
  if (keys.length === 0) return { told: [], locked: [] }
  const ids = [...new Set(keys.map(({ thingId }) => thingId))]
  return db.$transaction(async (transaction) => {
    const free = await lockThings(transaction, organizationId, ids)
    const own = keys.filter(({ thingId }) => free.has(thingId))
    const now = clock()
    const crossings = await stillCrossed({ db: transaction, telemetry }, organizationId, own, now)
    const noted = await noteCrossings(transaction, organizationId, crossings, now)
    const wanted = noted.filter((one) => one.rule.eventTypes.includes(typeOf(one)))
    const drafts = await mapInSlices(wanted, (verdict) => eventOf(verdict, now))
    await publish(transaction, drafts)
    return {
      told: [...new Set(noted.map(({ key }) => key.thingId))],
      locked: ids.filter((id) => !free.has(id)),
    }
  }, PATIENCE)
}

/** Reads again what decides about some crossings, and returns those that are still to be recorded. */
async function stillCrossed(
  stores: { readonly db: Transaction } & Pick<Core, 'telemetry'>,
  organizationId: string,
  keys: readonly BreachKey[],
  now: Date,
): Promise<Verdict[]> {
  const { db } = stores
  const ids = [...new Set(keys.map(({ thingId }) => thingId))]
  const lanes = [...new Set(keys.map(({ integrationId }) => integrationId))]
  const metrics = [...new Set(keys.map(({ metric }) => metric))]
  const rows = await thingsAmong(db, organizationId, ids)
  const values = await latestValues(stores, organizationId, rows, metrics)
  // After the values, since a slow store must not delay changes of integrations.
  await lockRules(db, organizationId, lanes)
  const rules = await rulesOf(db, organizationId, now, lanes)
  const recorded = await breachesOf(db, organizationId, ids)
  const names = new Set(keys.map(nameOf))
  const asked = rules.filter(({ threshold }) => metrics.includes(threshold.metric))
  return inSlices(among(crossingsOf(rows, asked, values, recorded), names))
}

function* among(crossings: Iterable<Verdict | undefined>, names: ReadonlySet<string>) {
  const found: Verdict[] = []
  for (const one of crossings) {
    if (one && names.has(nameOf(one.key))) found.push(one)
    yield
  }
  return found
}

/** Records crossings, and returns those that this process recorded. */
async function noteCrossings(
  db: Transaction,
  organizationId: string,
  crossings: readonly Verdict[],
  since: Date,
): Promise<Verdict[]> {
  const begun = crossings.filter(({ isBreached }) => isBreached).map(({ key }) => key)
  const over = crossings.filter(({ isBreached }) => !isBreached).map(({ key }) => key)
  const noted = new Set([
    ...(await createBreaches(db, organizationId, begun, since)),
    ...(await deleteBreaches(db, organizationId, over)),
  ])
  return crossings.filter(({ key }) => noted.has(nameOf(key)))
}

function typeOf({ isBreached }: Verdict) {
  return isBreached ? 'metric.breached' : 'metric.cleared'
}

function eventOf(verdict: Verdict, occurredAt: Date): EventDraft {
  const { row, latest, key, rule } = verdict
  const { metric, above, below } = rule.threshold
  const resource = thingPath(row)
  return {
    ...{ organizationId: row.organizationId, type: typeOf(verdict), occurredAt },
    ...{ resource, paths: thingPaths(placeOf(row)), only: key.integrationId },
    data: {
      ...{ resource, metric, ...latest },
      threshold: { above, below },
      thing: presentThing(row),
    },
  }
}
