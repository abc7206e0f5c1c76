import type { Database, Transaction } from '../database/client.ts'

/** The task of the job queue that makes an integration's deliveries. */
export const DELIVER = 'deliver'

/**
 * Jobs of an organization's deliveries that are under way at once, on all nodes together: a receiver may take its time with each
 * request, and what all organizations have at once is bounded, too.
 */
export const DELIVERING = 8

/** After so many failures in a row a receiver counts as down: a new event is tried when the next sweep finds it overdue. */
export const DOWN = 5

/** What the task is given. */
export interface DeliverJob {
  readonly organizationId: string
  /** Its lane. */
  readonly integrationId: string
}

/**
 * Queues the deliveries of integrations of an organization for now. An integration has one job: the job key
 * makes a second one replace the first. Jobs are added in one order, so that no two transactions deadlock.
 */
export async function wakeDeliveries(
  db: Database | Transaction,
  organizationId: string,
  lanes: readonly string[],
): Promise<void> {
  const ids = [...new Set(lanes)].sort()
  await db.$queryRaw`
    SELECT 1 AS queued FROM (
      SELECT graphile_worker.add_job(
        ${DELIVER}, json_build_object('organizationId', ${organizationId}::text, 'integrationId', id),
        job_key := ${`${DELIVER}/${organizationId}/`}::text || id,
        queue_name := ${`${DELIVER}/${organizationId}/`}::text || abs(hashtext(id) % ${DELIVERING}::int))
      FROM unnest(${ids}::text[]) AS id) AS jobs`
}

/**
 * Queues the deliveries of one integration for a later time. A job that is queued already stays as it is:
 * whoever queued it meanwhile knew of something newer. The pause keeps a node whose clock is behind Postgres' from
 * running the job over and over until the time has come for it, too.
 */
export async function wakeDeliveriesAt(
  db: Database | Transaction,
  { organizationId, integrationId }: DeliverJob,
  at: Date,
): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS queued FROM (
      SELECT graphile_worker.add_job(
        ${DELIVER},
        json_build_object('organizationId', ${organizationId}::text, 'integrationId', ${integrationId}::text),
        run_at := greatest(${at}::timestamptz, now() + interval '1 second'), job_key := ${`${DELIVER}/${organizationId}/${integrationId}`}::text,
        queue_name := ${`${DELIVER}/${organizationId}/`}::text
          || abs(hashtext(${integrationId}::text) % ${DELIVERING}::int),
        job_key_mode := 'preserve_run_at')) AS jobs`
}
