import { maskKeySecrets } from '@sluice/contract'
import type { Database, Transaction } from '../../database/client.ts'
import type { Integration } from '../../database/generated/client.ts'
import { type DeliverJob, DOWN } from '../../events/index.ts'
import type { Attempt } from './attempt.ts'
import { release } from './claim.ts'
import { nextTryAt } from './schedule.ts'

/**
 * Records a round of attempts: the log, the next step of each delivery, and the health of the integration. A delivery
 * that was redelivered during a failed retry keeps its full set of attempts, and is due. During a failed first attempt it
 * cannot be told from others, and the attempt counts.
 */
export async function settle(
  db: Transaction,
  integration: Integration,
  attempts: readonly Attempt[],
  now: Date,
  random: () => number,
): Promise<void> {
  const { organizationId } = integration
  await log(db, organizationId, attempts)
  const rows = attempts.map((made) => outcomeOf(made, now, random))
  const updated = await db.$executeRaw`
    UPDATE deliveries SET status = outcome.status::"DeliveryStatus", tries = outcome.tries,
      "dueAt" = coalesce(outcome."dueAt", deliveries."dueAt"), "finishedAt" = outcome."finishedAt",
      "lastStatus" = outcome."lastStatus", "lastError" = outcome."lastError", "leasedUntil" = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS outcome(
      id text, status text, tries int, "dueAt" timestamptz, "finishedAt" timestamptz,
      "lastStatus" int, "lastError" text)
    WHERE deliveries."organizationId" = ${organizationId} AND deliveries.id = outcome.id
      AND (outcome.status = 'succeeded' OR deliveries.tries = outcome.tries - 1)`
  if (updated < attempts.length) {
    const made = attempts.map(({ delivery }) => delivery)
    await release(db, integration, made)
  }
  await count(db, integration, attempts, now)
  await noteHealth(db, integration, attempts, now)
}

/** Adds the attempts to this hour's counts. */
async function count(
  db: Transaction,
  { organizationId, lane }: Integration,
  attempts: readonly Attempt[],
  now: Date,
): Promise<void> {
  const succeeded = attempts.filter(({ error }) => error === undefined).length
  await db.$executeRaw`
    INSERT INTO delivery_hours AS known ("organizationId", "integrationId", hour, succeeded, failed)
    VALUES (${organizationId}, ${lane}, date_trunc('hour', ${now}::timestamptz, 'UTC'), ${succeeded},
      ${attempts.length - succeeded})
    ON CONFLICT ("organizationId", "integrationId", hour) DO UPDATE
    SET succeeded = known.succeeded + excluded.succeeded, failed = known.failed + excluded.failed`
}

/**
 * Passes all rows as one JSON value instead of a parameter per column, since a round has many. Leaves out deliveries that
 * were deleted meanwhile. Members may read receivers' answers, and a receiver that uses API keys itself may quote them.
 */
async function log(
  db: Transaction,
  organizationId: string,
  attempts: readonly Attempt[],
): Promise<void> {
  const rows = attempts.map(({ delivery, answer, error, ...made }) => ({
    ...{ ...made, deliveryId: delivery.id, error: error ?? null },
    ...{ status: answer?.status ?? null, responseHeaders: answer?.headers ?? null },
    responseBody: answer?.body ?? null,
  }))
  const texts = rows.map((row) => maskKeySecrets(JSON.stringify(row)))
  await db.$executeRaw`
    INSERT INTO delivery_attempts ("organizationId", "deliveryId", at, "durationMs", "requestHeaders",
      status, "responseHeaders", "responseBody", error)
    SELECT ${organizationId}, attempt.* FROM jsonb_to_recordset(${`[${texts.join()}]`}::jsonb) AS attempt(
      "deliveryId" text, at timestamptz, "durationMs" int, "requestHeaders" jsonb,
      status int, "responseHeaders" jsonb, "responseBody" text, error text)
    JOIN deliveries AS kept ON kept."organizationId" = ${organizationId} AND kept.id = attempt."deliveryId"
    FOR KEY SHARE OF kept`
}

function outcomeOf({ delivery, answer, error }: Attempt, now: Date, random: () => number) {
  const tries = delivery.tries + 1
  const last = { id: delivery.id, tries, lastStatus: answer?.status ?? null }
  if (error === undefined) {
    return { ...last, status: 'succeeded', dueAt: null, finishedAt: now, lastError: null }
  }
  const dueAt = nextTryAt(tries, now, answer, random)
  return dueAt
    ? { ...last, status: 'pending', dueAt, finishedAt: null, lastError: error }
    : { ...last, status: 'failed', dueAt: null, finishedAt: now, lastError: error }
}

/**
 * When a receiver recovers, all pending deliveries become due at once. What the receiver of an earlier URL answers says
 * nothing about that of the present one.
 */
async function noteHealth(
  db: Transaction,
  { organizationId, lane, url, failures }: Integration,
  attempts: readonly Attempt[],
  now: Date,
): Promise<void> {
  if (attempts.some(({ error }) => error === undefined)) {
    if (failures === 0) return
    await db.$executeRaw`
      UPDATE integrations SET failures = 0, "failingSince" = NULL,
        "dueAtOnce" = "dueAtOnce" OR ${failures >= DOWN}
      WHERE "organizationId" = ${organizationId} AND lane = ${lane} AND url = ${url}`
    return
  }
  await db.$executeRaw`
    UPDATE integrations SET failures = failures + ${attempts.length},
      "failingSince" = coalesce("failingSince", ${now})
    WHERE "organizationId" = ${organizationId} AND lane = ${lane} AND url = ${url}`
}

/** An integration to whose URL nothing may be sent is not known to fail: the time does not count when it goes on. */
export async function forgetFailures(
  db: Database,
  { organizationId, integrationId: lane }: DeliverJob,
): Promise<void> {
  await db.$executeRaw`
    UPDATE integrations SET failures = 0, "failingSince" = NULL
    WHERE "organizationId" = ${organizationId} AND lane = ${lane} AND enabled AND "failingSince" IS NOT NULL`
}
